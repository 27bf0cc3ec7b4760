import { expect, test } from 'vitest';
import { placeholderPage } from './placeholder-page.ts';

test('placeholderPage is the previous page if it has rows', () => {
  const page = { rows: ['one'] };
  expect(placeholderPage(page, page.rows)).toBe(page);
});

test('placeholderPage is undefined if the previous page has no rows', () => {
  const page = { rows: [] };
  expect(placeholderPage(page, page.rows)).toBeUndefined();
  expect(placeholderPage(undefined, undefined)).toBeUndefined();
});
