import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Api } from '#console/api/api.ts';
import { allActivitiesQuery, findActivities } from './activities-queries.ts';

/** Reads all of a program with this many activities. */
async function readAll(total: number) {
  const requested: number[] = [];
  const request = async (_endpoint: unknown, { query }: { query: Record<string, number> }) => {
    const { start_cursor: start = 0, count = 0 } = query;
    requested.push(start);
    const end = Math.min(start + count, total);
    const activities = Array.from({ length: end - start }, (_, index) => ({
      activity_id: `visit-${start + index}`,
      activity_name: `Visit store ${start + index}`,
      is_active: start + index !== 0,
    }));
    return { data: { total, activities, next_cursor: end, more: end < total } };
  };
  const api = { loyalty: () => ({ request }) } as unknown as Api;
  const all = await new QueryClient().fetchQuery(allActivitiesQuery(api, '1', undefined));
  return { all, requested };
}

describe('all activities', () => {
  test('are read in large pages, and only up to 2,000', async () => {
    const whole = await readAll(1500);
    expect([whole.all.rows.length, whole.all.isComplete]).toEqual([1500, true]);
    expect(whole.requested).toEqual([0, 1000]);
    const part = await readAll(2001);
    expect([part.all.rows.length, part.all.isComplete]).toEqual([2000, false]);
  });

  test('are searched by name and ID, a page at a time, inactive ones last', async () => {
    const { all } = await readAll(150);
    const first = findActivities(all, { start: 0, q: 'STORE visit' });
    expect([first.total, first.activities.length, first.nextStart]).toEqual([150, 100, 100]);
    const last = findActivities(all, { start: 100, q: 'STORE visit' });
    expect([last.from, last.activities.length, last.nextStart]).toEqual([101, 50, undefined]);
    expect(findActivities(all, { start: 0, q: 'visit-149' }).total).toBe(1);
    expect(last.activities.at(-1)).toMatchObject({ activity_id: 'visit-0', is_active: false });
  });

  test('are filtered by status', async () => {
    const { all } = await readAll(3);
    expect(findActivities(all, { start: 0, status: 'active' }).total).toBe(2);
    const { activities } = findActivities(all, { start: 0, status: 'inactive' });
    expect(activities.map(({ activity_id: id }) => id)).toEqual(['visit-0']);
  });
});
