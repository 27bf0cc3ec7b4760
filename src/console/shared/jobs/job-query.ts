import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Job } from '#contract/gateway/job.ts';
import { getJob } from '#contract/gateway/jobs.ts';

/** While a job is being worked on. Its progress is streamed, so this is for a stream that is interrupted. */
export const PROGRESS_POLL_MS = 5_000;

const ACTIVE_STATES: readonly string[] = ['checking', 'queued', 'running'];

/** Whether a job is being worked on. */
export const isActive = ({ state }: Pick<Job, 'state'>): boolean => ACTIVE_STATES.includes(state);

/** Prefix of all queries about a team's jobs. */
export const jobsKey = (teamId: string) => ['teams', teamId, 'jobs'] as const;

/** Prefix of the queries whose data is a `JobList`. */
export const jobsListKey = (teamId: string) => [...jobsKey(teamId), 'list'] as const;
export const jobKey = (teamId: string, jobId: string) =>
  [...jobsKey(teamId), 'one', jobId] as const;

export interface JobList {
  readonly jobs: readonly Job[];
}

/** One job and its progress. */
export function jobQuery(api: Api, teamId: string, jobId: string) {
  return queryOptions({
    queryKey: jobKey(teamId, jobId),
    queryFn: async ({ signal }): Promise<Job | null> => {
      const params = { team_id: teamId, job_id: jobId };
      return (await api.jobs?.request(getJob, { params, signal }))?.data ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? PROGRESS_POLL_MS : false),
  });
}
