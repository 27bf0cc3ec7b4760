import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Client } from '#console/api/client.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { listAuthenticationFactors } from '#contract/advocacy/authentication-factors.ts';
import { listInboxDeliveries, listInboxEvents } from '#contract/gateway/inbox.ts';
import type { Job } from '#contract/gateway/job.ts';
import { listJobs } from '#contract/gateway/jobs.ts';

const DAY_MS = 24 * 60 * 60_000;
const JOBS_COUNT = 50;

/** Whether the user's sign-in asks for a second step; null if the service doesn't say which methods are active. */
export function twoStepQuery(api: Api) {
  return queryOptions({
    queryKey: ['authentication-factors', 'is-protected'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<boolean | null> => {
      const { data } = await api.advocacy.request(listAuthenticationFactors, { signal });
      const statuses = data
        .filter(({ attributes }) => attributes.type !== 'recovery_code')
        .map(({ attributes }) => attributes.status);
      if (statuses.includes('active')) return true;
      return statuses.some((status) => !status) ? null : false;
    },
  });
}

export interface InboxFailures {
  readonly failed: number;
  readonly rejected: number;
  /** The IDs of the newest of them; undefined without any. */
  readonly newestFailed: string | undefined;
  readonly newestRejected: string | undefined;
  /** When the last day began, in ISO 8601. */
  readonly since: string;
}

/** Failed events and rejected requests of the last day, without tests. Disabled without an inbox. */
export function inboxFailuresQuery(inbox: Client | undefined, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'failures'],
    queryFn: inbox
      ? async ({ signal }): Promise<InboxFailures> => {
          const params = { team_id: teamId };
          const since = new Date(Date.now() - DAY_MS).toISOString();
          const page = { test: 'false', since, count: 1 } as const;
          const [events, requests] = await Promise.all([
            inbox.request(listInboxEvents, { params, query: { ...page, state: 'failed' }, signal }),
            inbox.request(listInboxDeliveries, {
              params,
              query: { ...page, verdict: 'rejected' },
              signal,
            }),
          ]);
          return {
            failed: events.total,
            rejected: requests.total,
            newestFailed: events.data[0]?.id,
            newestRejected: requests.data[0]?.id,
            since,
          };
        }
      : skipToken,
  });
}

/** The newest jobs that failed, as a whole or some rows. Disabled without jobs. */
export function failedJobsQuery(jobs: Client | undefined, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'jobs', 'failed'],
    queryFn: jobs
      ? async ({ signal }): Promise<readonly Job[]> => {
          const params = { team_id: teamId };
          const listNewest = async (state: 'failed' | 'done') => {
            const query = { state, count: JOBS_COUNT };
            return (await jobs.request(listJobs, { params, query, signal })).data;
          };
          const [failed, done] = await Promise.all([listNewest('failed'), listNewest('done')]);
          return [...failed, ...done.filter((job) => job.failed > 0)];
        }
      : skipToken,
  });
}

/** Whether a job ended so recently that somebody may still want to know, or retry it. */
export function hasEndedRecently({ ended_at: at }: Pick<Job, 'ended_at'>, now: Date): boolean {
  return at !== null && now.getTime() - Date.parse(at) < 7 * DAY_MS;
}
