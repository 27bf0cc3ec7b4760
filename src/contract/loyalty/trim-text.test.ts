import { expect, test } from 'vitest';
import { hasControlCharacter, trimText } from './trim-text.ts';

test.each([
  [' M-1 ', 'M-1'],
  ['\u00a0M-1\u202f', 'M-1'],
  ['\u200bM-1\ufeff', 'M-1'],
  ['\tM-1\r\n', 'M-1'],
  ['M 1', 'M 1'],
  ['\u200b \u00a0', ''],
])('%j is trimmed to %j', (text, trimmed) => {
  expect(trimText(text)).toBe(trimmed);
});

test.each([
  ['M-1', false],
  ['李\u00a01', false],
  ['M-1\n', true],
  ['M\u0085', true],
])('%j has a control character: %s', (text, expected) => {
  expect(hasControlCharacter(text)).toBe(expected);
});
