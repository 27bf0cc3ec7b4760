import { expect, test } from 'vitest';
import { displayLocale } from './locale.ts';

test("takes the reader's own English, wherever it stands in the list", () => {
  expect(displayLocale(['it-IT', 'en-GB', 'en-US'])).toBe('en-GB');
});

test('falls back to American English', () => {
  expect(displayLocale(['de-DE', 'fr'])).toBe('en-US');
  expect(displayLocale([])).toBe('en-US');
});
