import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServerSentEvent } from '#console/shared/live/server-sent-events.ts';
import type { Job } from '#contract/gateway/job.ts';
import { followJobs } from './follow-jobs.ts';
import { jobKey, jobsListKey } from './job-keys.ts';

const running: Job = {
  id: '1',
  kind: 'change',
  state: 'running',
  created_by: { id: '1', name: 'ada@patron.test' },
  file_name: null,
  created_at: '2026-01-31T12:00:00.000Z',
  started_at: '2026-01-31T12:00:00.000Z',
  ended_at: null,
  total: 10,
  done: 0,
  failed: 0,
  progress: 0,
  summary: {},
  revision: 1,
  undone_by: null,
  error: null,
};

let stop = () => {};
afterEach(() => stop());

test('followJobs writes progress into loaded queries, and refetches lists once for a new job', async () => {
  const queryClient = new QueryClient();
  const other = { ...running, id: '2' };
  const list = [...jobsListKey('1'), { from: 1 }];
  queryClient.setQueryData(jobKey('1', '1'), running);
  queryClient.setQueryData(list, { rows: [other, running], total: 2 });
  const refetch = vi.spyOn(queryClient, 'invalidateQueries');
  const stream = createStream();
  stop = followJobs({ teamId: '1', queryClient, open: stream.open });

  const halfway = { ...running, done: 5, progress: 0.5, revision: 2 };
  stream.send(halfway);
  await vi.waitFor(() => expect(queryClient.getQueryData(jobKey('1', '1'))).toEqual(halfway));
  expect(queryClient.getQueryData(list)).toEqual({ rows: [other, halfway], total: 2 });
  expect(refetch).not.toHaveBeenCalled();

  // An older version, which was on its way.
  stream.send({ ...running, done: 4, revision: 0 });
  const started = { ...running, id: '3' };
  stream.send(started);
  stream.send({ ...started, done: 1 });
  const done = { ...running, state: 'done', done: 10, progress: 1, revision: 3 };
  stream.send(done);
  stream.send(halfway);
  await vi.waitFor(() => expect(queryClient.getQueryData(jobKey('1', '1'))).toEqual(done));
  expect(refetch.mock.calls).toEqual([[{ queryKey: jobsListKey('1') }]]);
  // Nothing shows the new job by itself.
  expect(queryClient.getQueryData(jobKey('1', '3'))).toBeUndefined();
});

/** A stream of jobs that the test sends. */
function createStream() {
  const queue: ServerSentEvent[] = [];
  let wake = () => {};
  return {
    send(job: object) {
      queue.push({ id: '1.1', name: 'job', data: JSON.stringify(job) });
      wake();
    },
    async *open(_lastEventId: string | undefined, signal: AbortSignal) {
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const event = queue.shift();
        if (event) yield event;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
