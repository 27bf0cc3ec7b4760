import { expect, test } from 'vitest';
import {
  describeFilters,
  describeJobFilter,
  formatDateFilter,
  formatTagFilter,
} from './filter-labels.ts';
import { formatMemberStatus } from './member-status.tsx';

const date = { operator: 'eq', first: '2024-03-04', last: '2024-03-04' } as const;

test('formatDateFilter names the comparison and its days', () => {
  expect(formatDateFilter(date)).toBe('on Mar 4, 2024');
  expect(formatDateFilter({ ...date, operator: 'lte' })).toBe('on or before Mar 4, 2024');
  expect(formatDateFilter({ operator: 'between', first: '2024-03-04', last: '2024-04-01' })).toBe(
    'between Mar 4, 2024 and Apr 1, 2024',
  );
  expect(formatDateFilter({ operator: 'last', days: 30 })).toBe('in the last 30 days');
});

test('formatTagFilter names the mode and the tags', () => {
  expect(formatTagFilter({ mode: 'contain_none_of', tags: ['vip', 'beta'] })).toBe(
    'has none of: vip, beta',
  );
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

test("describeJobFilter says which members a job's filter selected", () => {
  const tierNames = new Map([['tier-2', 'Gold']]);
  const phrasesOf = (filter: Parameters<typeof describeJobFilter>[0]) =>
    describeJobFilter(filter, tierNames);
  expect(
    phrasesOf({
      q: 'jane',
      status: ['active', 'opted_out'],
      tier: ['tier-2', 'tier-9'],
      tag: ['vip'],
      points_min: 3546,
    }),
  ).toEqual([
    'Search: “jane”',
    'Status is active or opted out',
    'Tier is Gold or tier-9',
    'Points are at least 3,546',
    'Tags include any of: vip',
  ]);
  expect(phrasesOf({ enrolled_from: '2024-03-04', enrolled_to: '2024-04-01' })).toEqual([
    'Enrolled between Mar 4, 2024 and Apr 1, 2024',
  ]);
  expect(phrasesOf({ enrolled_to: '2024-03-04' })).toEqual(['Enrolled on or before Mar 4, 2024']);
  expect(phrasesOf({ tag_all: ['vip', 'new'], changed_from: '2024-03-04' })).toEqual([
    'Tags include all of: vip, new',
    'Changed on or after Mar 4, 2024',
  ]);
  expect(
    phrasesOf({
      country: ['US', 'Freedonia'],
      birthday_month: ['2'],
      subscription: ['unsubscribed'],
      has_phone: false,
      purchases_min: 3,
      purchases_max: 3,
      expiring_within: 30,
      expiring_month: '2027-03',
      referrer: 'M-1',
      last_purchase_from: '2024-03-04',
      'attribute_min.size': 9,
      'attribute.color': ['red', 'blue'],
    }),
  ).toEqual([
    'Last purchase on or after Mar 4, 2024',
    'Country is United States or Freedonia',
    'Birthday month is February',
    'Email subscription is unsubscribed',
    'Phone number is missing',
    'Purchases: exactly 3',
    'Points expire within 30 days',
    'Points expire in March 2027',
    'Referrer is M-1',
    'size is at least 9',
    'color is red or blue',
  ]);
  expect(phrasesOf({})).toEqual([]);
});
