import { expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { finishedJobs } from './use-notifications.ts';

test('finished jobs leave out old ones, running ones and those that need attention', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const job = (id: string, endedAt: string | null) => ({ id, ended_at: endedAt }) as Job;
  const jobs = [
    job('running', null),
    job('done', '2026-11-22T09:00:00Z'),
    job('failed', '2026-11-22T08:00:00Z'),
    job('old', '2026-11-02T08:00:00Z'),
  ];
  expect(finishedJobs(jobs, [{ id: 'failed' }], now).map(({ id }) => id)).toEqual(['done']);
});
