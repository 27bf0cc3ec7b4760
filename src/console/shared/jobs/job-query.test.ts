import { expect, test } from 'vitest';
import type { Api } from '#console/api/api.ts';
import type { Job } from '#contract/gateway/job.ts';
import { jobQuery, PROGRESS_POLL_MS } from './job-query.ts';

test('jobQuery polls a job only while it is being worked on', () => {
  const { refetchInterval } = jobQuery({} as Api, '1', '7');
  const intervalOf = (data: Pick<Job, 'state'> | null | undefined) =>
    refetchInterval instanceof Function && refetchInterval({ state: { data } } as never);
  expect(intervalOf({ state: 'running' })).toBe(PROGRESS_POLL_MS);
  expect(intervalOf({ state: 'done' })).toBe(false);
  expect(intervalOf(null)).toBe(false);
  expect(intervalOf(undefined)).toBe(false);
});
