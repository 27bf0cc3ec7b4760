import { expect, test } from 'vitest';
import { formatCountdown } from './format-countdown.ts';

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [60, '1:00'],
  [272, '4:32'],
  [900, '15:00'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});
