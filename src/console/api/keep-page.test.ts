import { expect, test } from 'vitest';
import { keepPage } from './keep-page.ts';

test('a page with rows stays until the next one is there', () => {
  const page = { rows: ['one'] };
  expect(keepPage(page, page.rows)).toBe(page);
});

test('one without rows says nothing of the next', () => {
  const page = { rows: [] };
  expect(keepPage(page, page.rows)).toBeUndefined();
  expect(keepPage(undefined, undefined)).toBeUndefined();
});
