import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Job } from '#contract/gateway/job.ts';
import { getJob } from '#contract/gateway/jobs.ts';

/** While a job is being worked on. */
export const PROGRESS_POLL_MS = 1_000;

const ACTIVE_STATES: readonly string[] = ['checking', 'queued', 'running'];

/** Whether a job is being worked on. */
export const isActive = ({ state }: Pick<Job, 'state'>): boolean => ACTIVE_STATES.includes(state);

/** Prefix of all queries about a team's jobs. */
export const jobsKey = (teamId: string) => ['teams', teamId, 'jobs'] as const;

/** One job and its progress. */
export function jobQuery(api: Api, teamId: string, jobId: string) {
  return queryOptions({
    queryKey: [...jobsKey(teamId), 'one', jobId] as const,
    queryFn: async ({ signal }): Promise<Job | null> => {
      const params = { team_id: teamId, job_id: jobId };
      return (await api.jobs?.request(getJob, { params, signal }))?.data ?? null;
    },
    refetchInterval: ({ state }) =>
      state.data && !isActive(state.data) ? false : PROGRESS_POLL_MS,
  });
}
