import { expect, test } from 'vitest';
import { formatPointsAsMoney, formatPointValue } from './format-money.ts';

test('points are shown as money at the value that the team set', () => {
  const value = { amount: 0.0125, currency: 'USD' };
  expect(formatPointsAsMoney(99_240, value, 'en-US')).toBe('$1,240.50');
  expect(formatPointsAsMoney(99_240, null, 'en-US')).toBeUndefined();
  expect(formatPointValue(value, 'en-US')).toBe('$0.0125');
  expect(formatPointValue({ amount: 2, currency: 'EUR' }, 'en-US')).toBe('€2.00');
});
