import { expect, test } from 'vitest';
import { dateFilterWords, filterSentences, statusWords, tagFilterWords } from './filter-labels.ts';

const date = { operator: 'eq', first: '2024-03-04', last: '2024-03-04' } as const;

test('dates', () => {
  expect(dateFilterWords(date)).toBe('on Mar 4, 2024');
  expect(dateFilterWords({ ...date, operator: 'lte' })).toBe('on or before Mar 4, 2024');
  expect(dateFilterWords({ operator: 'between', first: '2024-03-04', last: '2024-04-01' })).toBe(
    'between Mar 4, 2024 and Apr 1, 2024',
  );
});

test('tags', () => {
  expect(tagFilterWords({ mode: 'contain_none_of', tags: ['vip', 'beta'] })).toBe(
    'none of vip, beta',
  );
});

test('a status that is not known is shown as it came', () => {
  expect(statusWords('opted_out')).toBe('Opted out');
  expect(statusWords('dormant')).toBe('dormant');
});

test('all filters', () => {
  expect(
    filterSentences({
      status: 'opted_out',
      tags: { mode: 'contain_any_of', tags: ['vip'] },
      enrolled: date,
      changed: undefined,
    }),
  ).toEqual(['Status is opted out', 'Tags: any of vip', 'Enrolled on Mar 4, 2024']);
});
