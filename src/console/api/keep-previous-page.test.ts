import { expect, test } from 'vitest';
import { keepPreviousPage } from './keep-previous-page.ts';

test('a page with rows stays until the next one is there', () => {
  const page = { rows: ['one'] };
  expect(keepPreviousPage(page, page.rows)).toBe(page);
});

test('one without rows says nothing of the next', () => {
  const page = { rows: [] };
  expect(keepPreviousPage(page, page.rows)).toBeUndefined();
  expect(keepPreviousPage(undefined, undefined)).toBeUndefined();
});
