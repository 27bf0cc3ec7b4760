import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import type { Job } from '#contract/gateway/job.ts';
import { getJob } from '#contract/gateway/jobs.ts';
import { jobKey } from './job-keys.ts';

/** While a job is being worked on. Its progress is streamed, so this is for a stream that is interrupted. */
export const PROGRESS_POLL_MS = 5_000;

const ACTIVE_STATES: readonly string[] = ['checking', 'queued', 'running'];

/** Whether a job is being worked on. */
export const isActive = ({ state }: Pick<Job, 'state'>): boolean => ACTIVE_STATES.includes(state);

/** The notification about the end of a job, which can end again after a retry. */
export const jobNotificationKey = ({ id, ended_at: endedAt }: Pick<Job, 'id' | 'ended_at'>) =>
  `job ${id} ${endedAt}`;

/** The newer of two versions of a job: responses and the stream may arrive in another order than they were sent. */
export function newerJob(known: Job, job: Job): Job {
  return known.id === job.id && known.revision > job.revision ? known : job;
}

/** One job and its progress. */
export function jobQuery(api: Api, teamId: string, jobId: string) {
  return queryOptions({
    queryKey: jobKey(teamId, jobId),
    queryFn: async ({ signal }): Promise<Job | null> => {
      const params = { team_id: teamId, job_id: jobId };
      return (await api.jobs?.request(getJob, { params, signal }))?.data ?? null;
    },
    structuralSharing: (known, job) => (known && job ? newerJob(known as Job, job as Job) : job),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? PROGRESS_POLL_MS : false),
  });
}

export const jobLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', jobId = '' } }) => {
    if (api.jobs) void queryClient.prefetchQuery(jobQuery(api, teamId, jobId));
    return null;
  };
