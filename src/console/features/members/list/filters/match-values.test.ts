import { expect, test } from 'vitest';
import { formatFilterValue } from '#console/shared/members/filter-labels.ts';
import { matchesLabel } from './match-values.ts';

test.each([
  ['state', 'TX', 'texas', true],
  ['state', 'TX', 'tx', true],
  ['city', 'TX', 'texas', false],
  ['country', 'DE', 'germ', true],
  ['city', 'Köln', 'koln', true],
  ['birthday_month', '2', 'feb', true],
  ['country', 'US', 'germ', false],
] as const)('matchesLabel finds %s %s by "%s": %s', (field, value, typed, expected) => {
  expect(matchesLabel(formatFilterValue(field, value), value, typed)).toBe(expected);
});
