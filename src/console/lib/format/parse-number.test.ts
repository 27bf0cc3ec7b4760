import { expect, test } from 'vitest';
import { parseAmount } from './parse-amount.ts';

test.each([
  ['250', 250],
  ['+250', 250],
  [' −1,200 ', -1200],
  ["1'000.000", 1_000_000],
  ['1 200', 1200],
  ['1.5', undefined],
  ['2.50', undefined],
  ['12,34', undefined],
  ['1,2345', undefined],
  ['1e3', undefined],
  ['', undefined],
])('parseAmount reads %j as %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});
