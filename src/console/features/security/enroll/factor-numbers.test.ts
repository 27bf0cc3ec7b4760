import { expect, test } from 'vitest';
import { toE164 } from './factor-numbers.ts';

test.each([
  ['+1 (555) 010-0134', '+15550100134'],
  ['0049 30 / 123.456', '+4930123456'],
  ['555', '555'],
  ['call me', 'callme'],
])('toE164 reads %s as %s', (typed, number) => {
  expect(toE164(typed)).toBe(number);
});
