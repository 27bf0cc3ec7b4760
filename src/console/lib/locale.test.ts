import { expect, test } from 'vitest';
import { displayLocale } from './locale.ts';

test('displayLocale takes the first English variant of the list', () => {
  expect(displayLocale(['it-IT', 'en-GB', 'en-US'])).toBe('en-GB');
});

test('displayLocale falls back to American English', () => {
  expect(displayLocale(['de-DE', 'fr'])).toBe('en-US');
  expect(displayLocale([])).toBe('en-US');
});
