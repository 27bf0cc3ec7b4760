import { describe, expect, test } from 'vitest';
import type { Activity } from '#contract/loyalty/activities.ts';
import {
  findActivities,
  isFiltered,
  isFromAll,
  parseActivitiesView,
} from './activities-queries.ts';

/** All activities of a program with this many, the first one inactive. */
function allOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    activity_id: `visit-${index}`,
    activity_name: `Visit store ${index}`,
    is_active: index !== 0,
  })) as Activity[];
  return { rows, isComplete: true };
}

describe('a search of activities', () => {
  test('finds them by name and ID, a page at a time, inactive ones last', () => {
    const all = allOf(150);
    const first = findActivities(all, { start: 0, q: 'STORE visit' });
    expect([first.total, first.activities.length, first.nextStart]).toEqual([150, 100, 100]);
    const last = findActivities(all, { start: 100, q: 'STORE visit' });
    expect([last.from, last.activities.length, last.nextStart]).toEqual([101, 50, undefined]);
    expect(last.activities.at(-1)).toMatchObject({ activity_id: 'visit-0', is_active: false });
    expect(findActivities(all, { start: 0, q: 'visit-149' }).total).toBe(1);
  });

  test('can be filtered by status', () => {
    const all = allOf(3);
    expect(findActivities(all, { start: 0, status: 'active' }).total).toBe(2);
    const { activities } = findActivities(all, { start: 0, status: 'inactive' });
    expect(activities.map(({ activity_id: id }) => id)).toEqual(['visit-0']);
  });

  test('are sorted by recent use, and alike ones as in the list', () => {
    const figuresOf = (index: number, times: number, points: number) =>
      [`visit-${index}`, { activity_id: `visit-${index}`, times, points }] as const;
    const use = new Map([figuresOf(0, 5, 10), figuresOf(2, 1, 900)]);
    const sorted = (sort: '-times' | 'times' | '-points') =>
      findActivities(allOf(4), { start: 0, sort }, use).activities.map(({ activity_id: id }) => id);
    expect(sorted('-times')).toEqual(['visit-0', 'visit-2', 'visit-1', 'visit-3']);
    expect(sorted('times')).toEqual(['visit-1', 'visit-3', 'visit-2', 'visit-0']);
    expect(sorted('-points')).toEqual(['visit-2', 'visit-0', 'visit-1', 'visit-3']);
    const found = findActivities(allOf(4), { start: 0, sort: '-times', status: 'active' }, use);
    expect(found.activities[0]).toMatchObject({ activity_id: 'visit-2' });
  });
});

const parse = (search: string) => parseActivitiesView(new URLSearchParams(search));

describe('activities view', () => {
  test.each([
    '',
    'start=-1',
    'start=1.5',
    'start=many',
    'start=',
    'language=',
    'status=on',
    'sort=name',
  ])('reads "%s" as the first page', (search) => expect(parse(search)).toEqual({ start: 0 }));

  test('is filtered by a search and by a status, not by a page or a language', () => {
    expect(isFiltered(parse('start=200&language=Deutsch'))).toBe(false);
    expect(isFiltered(parse('q=photo'))).toBe(true);
    expect(isFiltered(parse('status=inactive'))).toBe(true);
  });

  test('needs all activities for an order, too, which is no filter', () => {
    expect(isFiltered(parse('sort=-times'))).toBe(false);
    expect(isFromAll(parse('sort=-times'))).toBe(true);
    expect(isFromAll(parse('start=200&language=Deutsch'))).toBe(false);
  });
});
