import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Api } from '#console/api/api.ts';
import { allActivitiesQuery } from './activities-query.ts';

/** Reads all of a program with this many activities. */
async function readAll(total: number) {
  const requested: number[] = [];
  const request = async (_endpoint: unknown, { query }: { query: Record<string, number> }) => {
    const { start_cursor: start = 0, count = 0 } = query;
    requested.push(start);
    const end = Math.min(start + count, total);
    const activities = Array.from({ length: end - start }, (_, index) => ({ id: start + index }));
    return { data: { total, activities, next_cursor: end, more: end < total } };
  };
  const api = { loyalty: () => ({ request }) } as unknown as Api;
  const all = await new QueryClient().fetchQuery(allActivitiesQuery(api, '1', undefined));
  return { all, requested };
}

test('all activities are read in large pages, and only up to 2,000', async () => {
  const whole = await readAll(1500);
  expect([whole.all.rows.length, whole.all.isComplete]).toEqual([1500, true]);
  expect(whole.requested).toEqual([0, 1000]);
  const part = await readAll(2001);
  expect([part.all.rows.length, part.all.isComplete]).toEqual([2000, false]);
});
