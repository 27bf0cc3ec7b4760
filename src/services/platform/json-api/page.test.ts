import { expect, test } from 'vitest';
import { toPage } from './page.ts';

const MEGABYTE = 1024 * 1024;
interface Item {
  id: number;
  text: string;
}

/** Reads all pages of a list. @returns the ids of each page */
function readPages(items: readonly Item[], count: number): number[][] {
  const pages: number[][] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const after: number = Number(cursor);
    const page: { data: Item[]; next_cursor: string | null; more: boolean } = toPage({
      rows: items.filter(({ id }) => id > after).slice(0, count + 1),
      count,
      total: items.length,
      cursorOf: ({ id }) => String(id),
      toDocument: (item) => item,
    });
    pages.push(page.data.map(({ id }) => id));
    expect(page.more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
  }
  return pages;
}

const itemsOf = (...megabytes: number[]): Item[] =>
  megabytes.map((size, index) => ({ id: index + 1, text: 'x'.repeat(size * MEGABYTE) }));

test('a page of small items has as many as were asked for', () => {
  expect(readPages(itemsOf(0, 0, 0, 0, 0), 2)).toEqual([[1, 2], [3, 4], [5]]);
});

test('a page of large items ends early, and the next one continues after it', () => {
  expect(readPages(itemsOf(1, 1, 1, 1, 1, 1), 200)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

test('an item that is larger than a page is a page of its own', () => {
  expect(readPages(itemsOf(0, 9, 0), 200)).toEqual([[1], [2], [3]]);
});
