import { expect, test } from 'vitest';
import { maskNumber, toE164 } from './factor-numbers.ts';

test.each([
  ['+1 (555) 010-0134', '+15550100134'],
  ['0049 30 / 123.456', '+4930123456'],
  ['555', '555'],
  ['call me', 'callme'],
])('toE164 reads %s as %s', (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

test('maskNumber hides the middle of a number that is long enough', () => {
  expect(maskNumber('+15550100134')).toBe('+1555•••0134');
  expect(maskNumber('+491234')).toBe('+491234');
});
