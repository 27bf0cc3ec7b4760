import { expect, test } from 'vitest';
import { describeFilters, formatDays, formatFilterValue } from './filter-labels.ts';
import { formatMemberStatus } from './member-status.tsx';

test('formatDays names the comparison and its days', () => {
  const label = (from?: string, to?: string) =>
    formatDays({ enrolled_from: from, enrolled_to: to }, 'enrolled');
  expect(label('2024-03-04', '2024-03-04')).toBe('on Mar 4, 2024');
  expect(label('2024-03-04')).toBe('on or after Mar 4, 2024');
  expect(label(undefined, '2024-03-04')).toBe('on or before Mar 4, 2024');
  expect(label('2024-03-04', '2024-04-01')).toBe('between Mar 4, 2024 and Apr 1, 2024');
  expect(label()).toBeUndefined();
  expect(formatDays({ enrolled_last: 30 }, 'enrolled')).toBe('in the last 30 days');
});

test('a value has its name where it is known', () => {
  expect(formatFilterValue('state', 'TX')).toBe('Texas (TX)');
  expect(formatFilterValue('state', 'DU')).toBe('DU');
  expect(formatFilterValue('birthday_month', '2')).toBe('February');
  expect(formatFilterValue('country', 'DE')).toBe('Germany');
  expect(formatFilterValue('country', 'Freedonia')).toBe('Freedonia');
});

test('formatMemberStatus returns an unknown status unchanged', () => {
  expect(formatMemberStatus('opted_out')).toBe('Opted out');
  expect(formatMemberStatus('dormant')).toBe('dormant');
});

test('describeFilters says which members are selected', () => {
  const tierNames = new Map([['tier-2', 'Gold']]);
  const phrasesOf = (filter: Parameters<typeof describeFilters>[0]) =>
    describeFilters(filter, tierNames);
  expect(
    phrasesOf({
      q: 'jane',
      status: ['active', 'opted_out'],
      tier: ['tier-2', 'tier-9'],
      country_not: ['DE', 'AT'],
      tag: ['vip'],
      tag_none: ['beta'],
      points_min: 3546,
    }),
  ).toEqual([
    'Search: “jane”',
    'Status is active or opted out',
    'Tier is Gold or tier-9',
    'Country is not Germany or Austria',
    'Tags include any of: vip',
    'Tags include none of: beta',
    'Points: at least 3,546',
  ]);
  expect(phrasesOf({ enrolled_from: '2024-03-04', enrolled_to: '2024-04-01' })).toEqual([
    'Enrolled between Mar 4, 2024 and Apr 1, 2024',
  ]);
  expect(phrasesOf({ tag_all: ['vip', 'new'], changed_last: 7 })).toEqual([
    'Tags include all of: vip, new',
    'Changed in the last 7 days',
  ]);
  expect(
    phrasesOf({
      country: ['US', 'Freedonia'],
      birthday_month: ['2'],
      subscription: ['unsubscribed'],
      has_phone: false,
      has_birthday: false,
      purchases_min: 3,
      purchases_max: 3,
      expiring_within: 30,
      expiring_month: '2027-03',
      referrer: 'M-1',
      last_purchase_from: '2024-03-04',
      'attribute_min.size': 9,
      'attribute.color': ['red', 'blue'],
      'attribute_not.color': ['green'],
    }),
  ).toEqual([
    'Country is United States or Freedonia',
    'Birthday month is February',
    'Email subscription is unsubscribed',
    'Last purchase on or after Mar 4, 2024',
    'Purchases: exactly 3',
    'Phone number is missing',
    'Has no birthday',
    'Points expire within 30 days',
    'Points expire in March 2027',
    'Referrer is M-1',
    'size is at least 9',
    'color is red or blue',
    'color is not green',
  ]);
  expect(phrasesOf({})).toEqual([]);
});
