import { expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { defaultRows, describeImport } from './import-labels.ts';

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
