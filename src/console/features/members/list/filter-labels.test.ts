import { expect, test } from 'vitest';
import { formatMemberStatus } from '#console/features/members/member-status.tsx';
import {
  describeFilters,
  formatDateFilter,
  formatPointsRange,
  formatTagFilter,
} from './filter-labels.ts';

const date = { operator: 'eq', first: '2024-03-04', last: '2024-03-04' } as const;

test('formatDateFilter names the comparison and its days', () => {
  expect(formatDateFilter(date)).toBe('on Mar 4, 2024');
  expect(formatDateFilter({ ...date, operator: 'lte' })).toBe('on or before Mar 4, 2024');
  expect(formatDateFilter({ operator: 'between', first: '2024-03-04', last: '2024-04-01' })).toBe(
    'between Mar 4, 2024 and Apr 1, 2024',
  );
});

test('formatTagFilter names the mode and the tags', () => {
  expect(formatTagFilter({ mode: 'contain_none_of', tags: ['vip', 'beta'] })).toBe(
    'has none of: vip, beta',
  );
});

test('formatPointsRange names its ends', () => {
  expect(formatPointsRange({ min: undefined, max: 500 })).toBe('at most 500');
  expect(formatPointsRange({ min: 100, max: 500 })).toBe('100 to 500');
});

test('formatMemberStatus returns an unknown status unchanged', () => {
  expect(formatMemberStatus('opted_out')).toBe('Opted out');
  expect(formatMemberStatus('dormant')).toBe('dormant');
});

test('describeFilters lists every filter that is set', () => {
  expect(
    describeFilters(
      {
        status: 'opted_out',
        q: 'jane',
        tiers: ['tier-2'],
        points: { min: 1000, max: undefined },
        tags: { mode: 'contain_any_of', tags: ['vip'] },
        enrolled: date,
        changed: undefined,
      },
      ['Gold'],
    ),
  ).toEqual([
    'Search: “jane”',
    'Status is opted out',
    'Tier is Gold',
    'Points are at least 1,000',
    'Tags include any of: vip',
    'Enrolled on Mar 4, 2024',
  ]);
});
