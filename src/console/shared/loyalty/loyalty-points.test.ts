import { expect, test } from 'vitest';
import { formatFrequency, formatPointsConfig } from './loyalty-points.ts';

test.each([
  [{ points_computation_type: 'fixed_points', points: 1500 }, '1,500 points'],
  [{ points_computation_type: 'fixed_points', points: 1 }, '1 point'],
  [{ points_computation_type: 'fixed_points' }, 'Unknown points'],
  [
    { points_computation_type: 'multiplier_based', multiplier: 1.5 },
    '1.5 points per currency unit',
  ],
  [
    {
      points_computation_type: 'multiplier_based',
      multiplier: 10,
      attribute_to_multiply: 'store_visits',
    },
    '10 × store visits',
  ],
  [{ points_computation_type: 'lottery' }, 'Unknown (lottery)'],
])('points of %j', (config, text) => expect(formatPointsConfig(config)).toBe(text));

test.each([
  ['1', 'DAY', 'once a day'],
  ['2', 'WEEK', 'twice a week'],
  ['4', 'YEAR', '4 times a year'],
  ['1', 'LIFETIME', 'once per member'],
  ['1', 'FORTNIGHT', undefined],
  ['often', 'DAY', undefined],
])('%s in %s', (frequency_value, frequency_range, text) =>
  expect(formatFrequency({ frequency_value, frequency_range })).toBe(text),
);
