import { describe, expect, test } from 'vitest';
import {
  type DateFilter,
  dateFilter,
  dateRange,
  parseDateFilter,
  parseTagFilter,
  tagFilter,
} from './member-filters.ts';

function rangeOf(filter: DateFilter) {
  const parsed = parseDateFilter(dateFilter(filter));
  return parsed.ok ? dateRange(parsed.value) : parsed.reason;
}

describe('date filters', () => {
  test.each<[DateFilter, string | null, string | null]>([
    [{ eq: '02/28/2024' }, '2024-02-28', '2024-02-29'],
    [{ gt: '12/31/2025' }, '2026-01-01', null],
    [{ gte: '12/31/2025' }, '2025-12-31', null],
    [{ lt: '03/01/2026' }, null, '2026-03-01'],
    [{ lte: '02/28/2026' }, null, '2026-03-01'],
    [{ between: '01/01/2026-01/31/2026' }, '2026-01-01', '2026-02-01'],
    [{ between: '01/31/2026-01/31/2026' }, '2026-01-31', '2026-02-01'],
    [{ lte: '12/31/9999' }, null, null],
    [{ gt: '12/31/9999' }, '9999-12-31', '9999-12-31'],
  ])('%j select whole days', (filter, from, to) => {
    expect(rangeOf(filter)).toEqual({ from, to });
  });

  test('can be parsed after formatting', () => {
    const text = dateFilter({ between: '01/01/2026-01/31/2026' });
    expect(parseDateFilter(text)).toEqual({
      ok: true,
      value: { operator: 'between', first: '2026-01-01', last: '2026-01-31' },
    });
  });

  test.each([
    '',
    '01/31/2026',
    'null',
    '[]',
    '{}',
    '{"gte":"01/01/2026","lte":"01/31/2026"}',
    '{"since":"01/01/2026"}',
    '{"__proto__":"01/01/2026"}',
    '{"eq":20260101}',
    '{"eq":"2026-01-01"}',
    '{"eq":"01/01"}',
    '{"eq":"02/30/2026"}',
    '{"between":"01/31/2026"}',
    '{"between":"01/01/2026 - 01/31/2026"}',
    '{"between":"01/31/2026-01/01/2026"}',
    '{"between":"01/01/2026-02/30/2026"}',
    '{"between":"01/01/2026-01/02/2026-01/03/2026"}',
  ])('cannot be %s', (text) => {
    expect(parseDateFilter(text).ok).toBe(false);
  });
});

describe('tag filters', () => {
  test.each(['contain_all_of', 'contain_any_of', 'contain_none_of'] as const)(
    'parse %s after formatting',
    (mode) => {
      const filter = { mode, tags: ['vip', 'früh dran'] };
      expect(parseTagFilter(tagFilter(filter))).toEqual({ ok: true, value: filter });
    },
  );

  test('ignore spaces, empty tags and duplicates', () => {
    expect(parseTagFilter('{"contain_any_of":" vip, gold,,vip "}')).toEqual({
      ok: true,
      value: { mode: 'contain_any_of', tags: ['vip', 'gold'] },
    });
  });

  test.each([
    'vip',
    '{}',
    '{"contain_any_of":""}',
    '{"contain_any_of":" , "}',
    '{"contain_any_of":["vip"]}',
    '{"contain_some_of":"vip"}',
    '{"contain_any_of":"vip","contain_none_of":"gold"}',
    '{"contain_any_of":"\\u0000"}',
  ])('cannot be %s', (text) => {
    expect(parseTagFilter(text).ok).toBe(false);
  });
});
