import { describe, expect, test } from 'vitest';
import { listAllPages } from './list-all-pages.ts';

/** A list with this many rows, of which each page includes one resource. */
function listOf(total: number) {
  const requested: string[] = [];
  return {
    requested,
    fetchPage: async (query: { 'page[number]': string; 'page[size]': string }) => {
      const page = Number(query['page[number]']);
      requested.push(query['page[number]']);
      const from = (page - 1) * 100;
      const size = Math.max(0, Math.min(100, total - from));
      return {
        data: Array.from({ length: size }, (_, index) => from + index),
        included: [{ type: 'feed', id: String(page) }],
        links: { next: from + size < total ? '/next' : null },
      };
    },
  };
}

describe('all pages of a list', () => {
  test('are read in order, with what they include', async () => {
    const { fetchPage, requested } = listOf(201);
    const { rows, included, isComplete } = await listAllPages(fetchPage);
    expect(rows).toEqual(Array.from({ length: 201 }, (_, index) => index));
    expect(included.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect([requested, isComplete]).toEqual([['1', '2', '3'], true]);
  });

  test('end after 2,000 rows', async () => {
    const { rows, isComplete } = await listAllPages(listOf(2_001).fetchPage);
    expect([rows.length, isComplete]).toEqual([2_000, false]);
  });
});
