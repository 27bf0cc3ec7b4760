import { expect, test } from 'vitest';
import { formatLoyaltyValue } from './format-loyalty-value.ts';

test.each<[string, unknown, string | undefined]>([
  ['gender', 'male', 'Male'],
  ['member_status', 'opted_out', 'Opted out'],
  ['revenue', 1761.3, '1,761.30'],
  ['aov', 40, '40.00'],
  ['available_points', 1761, '1,761 points'],
  ['lifetime_points_earned', 1, '1 point'],
  ['qualified_points', 0, '0 points'],
  ['points_onhold', 12, '12 points'],
  ['number_of_purchases', 1200, '1,200'],
  ['appointments', 1200, '1,200'],
  ['first_name', 'ada', undefined],
  ['member_tags', ['vip'], undefined],
  ['gender', '', ''],
])('%s %j is %j', (field, value, words) => {
  expect(formatLoyaltyValue(field, value)).toBe(words);
});
