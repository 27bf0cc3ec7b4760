import { expect, test } from 'vitest';
import { countNewRows, refreshRows } from './frozen-page.ts';

const page = (...rows: string[]) => ({
  rows: rows.map((text) => ({ id: text.slice(0, 1), state: text.slice(1) })),
});

test('counts what came in before the rows that are held', () => {
  expect(countNewRows(page('b', 'a'), page('b', 'a'))).toBe(0);
  expect(countNewRows(page('b', 'a'), page('d', 'c', 'b', 'a'))).toBe(2);
  expect(countNewRows(page('b', 'a'), page('f', 'e'))).toBe(2);
  expect(countNewRows(page(), page('a'))).toBe(1);
});

test('older rows that move up to fill the page are nothing new', () => {
  expect(countNewRows(page('c', 'b'), page('c', 'a'))).toBe(0);
});

test('held rows stay, with what became of them', () => {
  expect(
    refreshRows(page('b1', 'a1'), page('c1', 'b2')).map(({ id, state }) => id + state),
  ).toEqual(['b2', 'a1']);
});
