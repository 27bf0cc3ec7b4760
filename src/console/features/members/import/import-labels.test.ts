import { describe, expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { asksForDates, defaultRows, describeImport, shownCounts } from './import-labels.ts';

const job: Job = {
  id: '1',
  kind: 'import',
  state: 'done',
  created_by: { id: '1', name: 'ada@patron.test' },
  file_name: null,
  created_at: '2026-01-31T12:00:00.000Z',
  started_at: '2026-01-31T12:00:00.000Z',
  ended_at: null,
  total: 10,
  done: 10,
  failed: 0,
  progress: 1,
  summary: { create: 4, update: 6, same: 1, invalid: 0 },
  revision: 1,
  undone_by: null,
  error: null,
};

test.each([
  [{}, '10 members imported.'],
  [{ failed: 3 }, '7 members imported, 3 failed.'],
  [{ state: 'cancelled', done: 4 }, 'Stopped: 4 imported, 6 to go.'],
  [{ state: 'cancelled', started_at: null }, 'Discarded. Nothing was imported.'],
] as const)('describeImport of %j is "%s"', (changes, text) => {
  expect(describeImport({ ...job, ...changes })).toBe(text);
});

test('defaultRows are those that went wrong, otherwise those that change something', () => {
  expect(defaultRows({ ...job, failed: 1 })).toBe('failed');
  expect(defaultRows({ ...job, summary: { invalid: 2, create: 1 } })).toBe('invalid');
  expect(defaultRows(job)).toBe('create');
  expect(defaultRows({ ...job, summary: { update: 1 } })).toBe('update');
  expect(defaultRows({ ...job, summary: { same: 1 } })).toBe('same');
});

describe('shownCounts', () => {
  const points = { members: 2, added: 660, deducted: 0 };
  const summary = { ...job.summary, points };
  const valuesOf = (changes: Partial<Job>) =>
    Object.fromEntries(shownCounts({ ...job, summary, ...changes }).map((c) => [c.label, c.value]));

  test('are the plan before the import starts', () => {
    expect(valuesOf({ started_at: null, done: 0 })).toMatchObject({
      'New members': 4,
      Updates: 6,
      'Points to add': 660,
    });
  });

  test('are what was written once it has started', () => {
    const written = { create: 2, update: 3, points: { members: 1, added: 300, deducted: 0 } };
    expect(valuesOf({ failed: 5, summary: { ...summary, written } })).toMatchObject({
      'New members': 2,
      Updates: 3,
      'Points added': 300,
    });
    expect(valuesOf({ done: 0 })).toMatchObject({ 'New members': 0, Updates: 0 });
  });

  test('leave out what a job of an earlier version has not counted', () => {
    expect(Object.keys(valuesOf({}))).toEqual(['Unchanged', 'Invalid']);
  });
});

test('asksForDates only of a checked file', () => {
  const unknown = { ...job, summary: { dates: 'unknown' } };
  expect(asksForDates({ ...unknown, state: 'checked' })).toBe(true);
  expect(asksForDates({ ...unknown, state: 'cancelled' })).toBe(false);
});
