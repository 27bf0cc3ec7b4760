import { expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { canRetry, canUndo, formatJobState, hasResults, jobName } from './job-labels.ts';

const job: Job = {
  id: '1',
  kind: 'change',
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
  summary: {},
  revision: 1,
  undone_by: null,
  error: null,
};

test('jobName says what a job does', () => {
  expect(jobName({ kind: 'export', summary: {} })).toBe('Export members');
  const summary = { change: { add_tags: ['vip', 'new'], status: 'opted_out' } };
  expect(jobName({ kind: 'change', summary })).toBe(
    'Add tags: vip, new, Change status to opted out',
  );
  const points = { change: { points: { points: -50, reason: 'Mistake' } } };
  expect(jobName({ kind: 'change', summary: points })).toBe('Adjust points by −50');
  expect(jobName({ kind: 'change', summary: { change: { tier_id: '7' } } })).toBe('Change tier');
  const attributes = {
    change: { custom_attributes: { size: 42, likes: ['tea', 'x'.repeat(50)] } },
  };
  expect(jobName({ kind: 'change', summary: attributes })).toBe(
    `Set size to 42, likes to tea, ${'x'.repeat(34)}…`,
  );
  expect(jobName({ kind: 'change', summary: { undo_of: '1' } })).toBe(
    'Undo the points of an import',
  );
  const undo = { change: { add_tags: ['vip'] }, undo_of: '1' };
  expect(jobName({ kind: 'change', summary: undo })).toBe('Undo “Add tags: vip”');
});

test('formatJobState names skipped and failed rows', () => {
  expect(formatJobState(job)).toBe('Done');
  expect(formatJobState({ ...job, skipped: 517 })).toBe('Done, 517 skipped');
  expect(formatJobState({ ...job, state: 'cancelled', failed: 1 })).toBe('Stopped, 1 failed');
  expect(formatJobState({ ...job, kind: 'import', state: 'checked' })).toBe('Not imported yet');
  const file: Job = { ...job, kind: 'import', state: 'cancelled', started_at: null };
  expect(formatJobState(file)).toBe('Discarded');
  // Rows that the check left out are not skipped by the import.
  expect(formatJobState({ ...job, skipped: 3, summary: { same: 1, invalid: 2 } })).toBe('Done');
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

test('canUndo follows the service, and else needs an ended change that was not undone yet', () => {
  expect(canUndo({ ...job, undoable: false })).toBe(false);
  expect(canUndo(job)).toBe(true);
  expect(canUndo({ ...job, state: 'cancelled', done: 3 })).toBe(true);
  for (const changes of [
    { state: 'running' },
    { failed: 10 },
    { kind: 'import' },
    { undone_by: '2' },
    { summary: { undo_of: '2' } },
  ]) {
    expect(canUndo({ ...job, ...changes } as Job), JSON.stringify(changes)).toBe(false);
  }
  const points = { members: 1, added: 5, deducted: 0 };
  expect(canUndo({ ...job, kind: 'import', summary: { points } })).toBe(true);
  expect(canRetry({ ...job, failed: 2, undone_by: '2' })).toBe(false);
});

test('hasResults waits for the end of an export', () => {
  expect(hasResults({ ...job, kind: 'export', state: 'running' })).toBe(false);
  expect(hasResults({ ...job, state: 'running' })).toBe(true);
});
