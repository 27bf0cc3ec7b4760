import { describe, expect, test } from 'vitest';
import { countNewRows, nextFrozenState, refreshRows } from './frozen-page.ts';

const page = (...rows: string[]) => ({
  from: 1,
  total: rows.length,
  nextCursor: undefined,
  rows: rows.map((text) => ({ id: text.slice(0, 1), state: text.slice(1) })),
});

describe('new rows', () => {
  test('are those before the first known row', () => {
    expect(countNewRows(page('b', 'a'), page('b', 'a'))).toBe(0);
    expect(countNewRows(page('b', 'a'), page('d', 'c', 'b', 'a'))).toBe(2);
    expect(countNewRows(page('b', 'a'), page('f', 'e'))).toBe(2);
    expect(countNewRows(page(), page('a'))).toBe(1);
  });

  test('do not include older rows that move up to fill the page', () => {
    expect(countNewRows(page('c', 'b'), page('c', 'a'))).toBe(0);
  });
});

test('frozen rows keep their place and show their latest version', () => {
  const rows = refreshRows(page('b1', 'a1'), page('c1', 'b2'));
  expect(rows.map(({ id, state }) => id + state)).toEqual(['b2', 'a1']);
});

describe('the next state', () => {
  const input = (...rows: string[]) => ({ latest: page(...rows), viewKey: 'all', paused: false });
  const first = nextFrozenState(undefined, input('b', 'a'), true);

  test('shows the first page, even while the table is in use', () => {
    expect(first).toMatchObject({ page: first.latest, addedCount: 0 });
  });

  test('keeps the page while the table is in use or the list is paused', () => {
    const next = input('c', 'b', 'a');
    expect(nextFrozenState(first, next, true).page).toBe(first.page);
    expect(nextFrozenState(first, { ...next, paused: true }, false).page).toBe(first.page);
  });

  test('shows the latest page otherwise, and counts the rows it adds', () => {
    const next = input('c', 'b', 'a');
    expect(nextFrozenState(first, next, false)).toEqual({
      ...next,
      page: next.latest,
      addedCount: 1,
    });
  });

  test('shows the latest page if it has no new rows or the current one is empty', () => {
    const changed = input('b2', 'a');
    expect(nextFrozenState(first, changed, true).page).toBe(changed.latest);
    const empty = nextFrozenState(undefined, input(), false);
    expect(nextFrozenState(empty, changed, true).page).toBe(changed.latest);
  });

  test('shows the latest page of another view', () => {
    const other = { ...input('z'), viewKey: 'failed' };
    expect(nextFrozenState(first, other, true)).toEqual({
      ...other,
      page: other.latest,
      addedCount: 0,
    });
  });
});
