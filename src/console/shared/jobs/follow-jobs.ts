import type { QueryClient } from '@tanstack/react-query';
import type { CursorPage } from '#console/api/lists/cursor-page.ts';
import { followStream } from '#console/shared/live/follow-stream.ts';
import type { ServerSentEvent } from '#console/shared/live/server-sent-events.ts';
import { type Job, jobSchema } from '#contract/gateway/job.ts';
import { JOBS_STREAM_EVENT } from '#contract/gateway/jobs.ts';
import { jobKey, jobsKey, jobsListKey } from './job-keys.ts';
import { newerJob } from './job-query.ts';

interface FollowJobsOptions {
  readonly teamId: string;
  readonly queryClient: QueryClient;
  /** Opens the stream. @throws {ApiError} */
  readonly open: (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<ServerSentEvent>;
}

/**
 * Writes the jobs of a team into the loaded queries as they change.
 *
 * @returns a function that stops following
 */
export function followJobs({ teamId, queryClient, open }: FollowJobsOptions): () => void {
  const refetch = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
  const seen = new Set<string>();
  let wasInterrupted = false;
  return followStream({
    name: `patron.jobs.${teamId}`,
    eventName: JOBS_STREAM_EVENT,
    open,
    onStatus: (status) => {
      // The stream repeats only what has just changed.
      if (status === 'live' && wasInterrupted) void refetch(jobsKey(teamId));
      wasInterrupted = status === 'reconnecting';
    },
    onEvent: (data) => {
      const job = parseJob(data);
      if (!job) return;
      const isListed = writeJob(queryClient, teamId, job);
      if (!isListed && !seen.has(job.id)) void refetch(jobsListKey(teamId));
      seen.add(job.id);
    },
  });
}

/** @returns whether one of the loaded lists contains it */
function writeJob(queryClient: QueryClient, teamId: string, job: Job): boolean {
  queryClient.setQueryData<Job | null>(
    jobKey(teamId, job.id),
    (known) => known && newerJob(known, job),
  );
  const lists = queryClient
    .getQueriesData<CursorPage<Job>>({ queryKey: jobsListKey(teamId) })
    .filter(([, list]) => list?.rows.some(({ id }) => id === job.id));
  for (const [key] of lists) {
    queryClient.setQueryData<CursorPage<Job>>(
      key,
      (list) =>
        list && {
          ...list,
          rows: list.rows.map((each) => (each.id === job.id ? newerJob(each, job) : each)),
        },
    );
  }
  return lists.length > 0;
}

function parseJob(data = ''): Job | undefined {
  try {
    return jobSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
