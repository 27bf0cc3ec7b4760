import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, type LucideIcon, UserPlus } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { jobsQuery, jobsSearch } from '#console/features/jobs/jobs-queries.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { hasEndedRecently } from '#console/shared/attention/attention-queries.ts';
import { useAttention } from '#console/shared/attention/use-attention.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { isActive, jobNotificationKey } from '#console/shared/jobs/job-query.ts';
import { jobSentence } from '#console/shared/jobs/job-sentence.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { Job } from '#contract/gateway/job.ts';
import { joinedLabels, joinedPeopleQuery } from './joined-people.ts';
import type { StoredMessage } from './stored-notifications.ts';

const REFRESH_MS = 5 * 60_000;
const ACTIVE_JOB_POLL_MS = 5_000;
const FIRST_JOBS = jobsSearch.parse(new URLSearchParams());

export interface Notification {
  /** Changes when there is something new to read. */
  readonly key: string;
  readonly icon: LucideIcon;
  readonly tone?: 'amber' | 'red' | undefined;
  readonly title: string;
  readonly detail?: string | undefined;
  /** The page that it is about. */
  readonly to?: string | undefined;
  /** ISO 8601; undefined for a state, which lasts until somebody changes it. */
  readonly at?: string | undefined;
}

interface NotificationsQuery {
  readonly teamId: string | undefined;
  readonly userId: string | undefined;
  readonly messages: readonly StoredMessage[];
}

/**
 * What needs attention in the team, then the user's finished jobs, accepted invitations and what toasts
 * said, newest first;
 * and how many of the user's jobs are running.
 */
export function useNotifications({ teamId, userId, messages }: NotificationsQuery) {
  const now = useNow();
  const { items, failedJobs, queries } = useAttention(teamId, { isLive: false });
  const { own, jobs } = useOwnJobs(teamId ?? '', userId);
  const audit = useReadableAudit();
  const joined = useQuery(
    joinedPeopleQuery(teamId === undefined ? undefined : audit, teamId ?? ''),
  );
  const finished = finishedJobs(own, failedJobs, now).map((job) => ofJob(teamId ?? '', job));
  const accepted = (joined.data ?? [])
    .filter(({ actor }) => actor.id !== userId)
    .map((event) => ofJoined(teamId ?? '', event));
  const recent = [...finished, ...accepted, ...messages.map(ofMessage)].toSorted((a, b) =>
    (b.at ?? '').localeCompare(a.at ?? ''),
  );
  const all: readonly UseQueryResult<unknown>[] = [...Object.values(queries), jobs, joined];
  const failed = all.filter(({ isEnabled, isLoadingError }) => isEnabled && isLoadingError);
  return {
    attention: items satisfies readonly Notification[],
    recent,
    running: own.filter(isActive).length,
    loading: all.some(isQueryLoading),
    /** Undefined if nothing failed. */
    retryFailed:
      failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}

/** The newest of the user's own jobs. */
function useOwnJobs(teamId: string, userId: string | undefined) {
  const api = useApi();
  const canRead = useMissingScope('teams:read') === undefined;
  const jobs = useQuery({
    ...jobsQuery(api, teamId, FIRST_JOBS),
    enabled: canRead && teamId !== '' && api.jobs !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(isActive) ? ACTIVE_JOB_POLL_MS : REFRESH_MS,
  });
  return {
    own: (jobs.data?.rows ?? []).filter(({ created_by }) => created_by.id === userId),
    jobs,
  };
}

/**
 * The jobs that ended recently. Older ones are only in the list of jobs.
 *
 * @param failed those that are listed under what needs attention
 */
export function finishedJobs(
  jobs: readonly Job[],
  failed: readonly Pick<Job, 'id'>[],
  now: Date,
): readonly Job[] {
  const listed = new Set(failed.map(({ id }) => id));
  return jobs.filter((job) => hasEndedRecently(job, now) && !listed.has(job.id));
}

function ofJob(teamId: string, job: Job): Notification {
  const hasFailed = job.state === 'failed' || job.failed > 0;
  return {
    key: jobNotificationKey(job),
    ...iconOf(hasFailed),
    title: jobSentence(job),
    detail: job.error ?? undefined,
    to: paths.job(teamId, job.id),
    at: job.ended_at ?? undefined,
  };
}

function ofJoined(teamId: string, event: AuditEvent): Notification {
  return {
    key: `joined ${event.id}`,
    icon: UserPlus,
    ...joinedLabels(event),
    to: paths.people(teamId),
    at: event.at,
  };
}

function ofMessage({ id, tone, title, detail, to, at }: StoredMessage): Notification {
  return { key: id, ...iconOf(tone === 'error'), title, detail, to, at };
}

function iconOf(hasFailed: boolean): Pick<Notification, 'icon' | 'tone'> {
  return hasFailed ? { icon: CircleAlert, tone: 'red' } : { icon: CircleCheck };
}
