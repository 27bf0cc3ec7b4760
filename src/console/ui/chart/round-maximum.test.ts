import { expect, test } from 'vitest';
import { roundMaximum } from './round-maximum.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [41, 50],
  [442, 500],
  [500, 500],
  [501, 600],
  [999, 1000],
  [61_000, 80_000],
])('a scale for values up to %i ends at %i', (value, end) => {
  expect(roundMaximum(value)).toBe(end);
});
