import { expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { canRetry, formatJobState, hasResults, jobName, jobResultLabel } from './job-labels.ts';

const job: Job = {
  id: '1',
  kind: 'change',
  state: 'done',
  created_by: { id: '1', name: 'ada@patron.test' },
  created_at: '2026-01-31T12:00:00.000Z',
  started_at: '2026-01-31T12:00:00.000Z',
  ended_at: null,
  total: 10,
  done: 10,
  failed: 0,
  progress: 1,
  summary: {},
  error: null,
};

test('jobName says what a job does', () => {
  expect(jobName({ kind: 'export', summary: {} })).toBe('Export members');
  const summary = { change: { add_tags: ['vip', 'new'], status: 'opted_out' } };
  expect(jobName({ kind: 'change', summary })).toBe(
    'Add tags: vip, new, Change status to opted out',
  );
});

test.each([
  [{ kind: 'export' }, 'Your export of 10 members is ready'],
  [{ kind: 'delete', done: 1 }, 'Deleted 1 member'],
  [{ kind: 'import' }, 'Imported 10 members'],
  [{ summary: { change: { add_tags: ['vip', 'new'] } } }, 'Added “vip”, “new” to 10 members'],
  [{ summary: { change: { remove_tags: ['vip'] } } }, 'Removed “vip” from 10 members'],
  [
    { summary: { change: { status: 'opted_out' } } },
    'Changed the status of 10 members to opted out',
  ],
  [{ summary: { change: { add_tags: ['vip'], status: 'active' } } }, 'Changed 10 members'],
] as const)('jobResultLabel of %j is "%s"', (changes, text) => {
  expect(jobResultLabel({ ...job, ...changes } as Job)).toBe(text);
});

test('formatJobState names failed rows', () => {
  expect(formatJobState(job)).toBe('Done');
  expect(formatJobState({ state: 'cancelled', failed: 1 })).toBe('Stopped, 1 failed');
});

test('canRetry needs an unfinished job, or failed rows', () => {
  expect(canRetry(job)).toBe(false);
  expect(canRetry({ ...job, failed: 2 })).toBe(true);
  expect(canRetry({ ...job, state: 'cancelled', done: 3 })).toBe(true);
  expect(canRetry({ ...job, state: 'running', done: 3 })).toBe(false);
  // All rows are done, but not the file.
  expect(canRetry({ ...job, kind: 'export', state: 'cancelled' })).toBe(true);
  expect(canRetry({ ...job, kind: 'import', state: 'cancelled', done: 3, started_at: null })).toBe(
    false,
  );
});

test('hasResults waits for the end of an export', () => {
  expect(hasResults({ ...job, kind: 'export', state: 'running' })).toBe(false);
  expect(hasResults({ ...job, state: 'running' })).toBe(true);
});
