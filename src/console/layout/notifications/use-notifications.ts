import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { jobsQuery, parseJobsView } from '#console/features/jobs/jobs-queries.ts';
import { countExpired, expiryTitle } from '#console/features/overview/expiry-title.ts';
import {
  domainsQuery,
  type InboxTrouble,
  inboxTroubleQuery,
  isPending,
} from '#console/features/overview/overview-queries.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { formatJobState, jobName } from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { StoredMessage } from './stored-notifications.ts';

const REFRESH_MS = 5 * 60_000;
const ACTIVE_JOB_POLL_MS = 5_000;
/** Jobs that ended before are only in the list of jobs. */
const RECENT_MS = 7 * 24 * 60 * 60_000;
const FIRST_JOBS = parseJobsView(new URLSearchParams());

export interface Notification {
  /** Changes when there is something new to read. */
  readonly key: string;
  readonly tone: 'success' | 'amber' | 'red';
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
 * What needs attention in the team, then the user's finished jobs and what toasts said, newest first;
 * and how many of the user's jobs are running.
 */
export function useNotifications({ teamId, userId, messages }: NotificationsQuery) {
  const { attention, queries } = useAttention(teamId ?? '', teamId !== undefined);
  const { finished, running, jobs } = useOwnJobs(teamId ?? '', userId);
  const recent = [...finished, ...messages.map(ofMessage)].toSorted((a, b) =>
    (b.at ?? '').localeCompare(a.at ?? ''),
  );
  const enabled = [...queries, jobs].filter(({ isEnabled }) => isEnabled);
  const failed = enabled.filter(({ isLoadingError }) => isLoadingError);
  return {
    attention,
    recent,
    running,
    isLoading: enabled.some((query) => query.isPending),
    /** Undefined if nothing failed. */
    retryFailed:
      failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}

function useAttention(teamId: string, isTeam: boolean) {
  const api = useApi();
  const now = useNow();
  const { accountTypes } = useConfig();
  const canReadAccounts = useMissingScope('accounts:read') === undefined;
  const canReadDomains = useMissingScope('domains:read') === undefined;
  const canReadWebhooks = useMissingScope('webhooks:read') === undefined;
  const accounts = useQuery({
    ...allAccountsQuery(api, teamId),
    enabled: isTeam && canReadAccounts,
    refetchInterval: REFRESH_MS,
  });
  const domains = useQuery({
    ...domainsQuery(api, teamId),
    enabled: isTeam && canReadDomains,
    refetchInterval: REFRESH_MS,
  });
  const trouble = useQuery({
    ...inboxTroubleQuery(api.inbox, teamId),
    enabled: isTeam && canReadWebhooks,
    refetchInterval: REFRESH_MS,
  });

  const expiring = (accounts.data?.rows ?? []).filter((account) => needsAttention(account, now));
  const pending = domains.data?.filter(isPending) ?? [];
  const notifications: Notification[] = [];
  if (expiring.length > 0) {
    const times = expiring.map(({ attributes }) => attributes.expires_at ?? '');
    notifications.push({
      key: `accounts ${expiring.map(({ id }, index) => `${id}@${times[index]}`).join(' ')}`,
      tone: countExpired(times, now) > 0 ? 'red' : 'amber',
      title: expiryTitle(times, now),
      detail: formatNames(expiring.map((account) => fullAccountName(accountTypes, account))),
      to: `${paths.accounts(teamId)}?show=attention&sort=expires_at`,
    });
  }
  if (pending.length > 0) {
    notifications.push({
      key: `domains ${pending.map(({ id }) => id).join(' ')}`,
      tone: 'amber',
      title: `${formatCount(pending.length, 'domain is', 'domains are')} not live yet`,
      detail: formatNames(pending.map(({ attributes }) => attributes.name)),
      to: paths.domains(teamId),
    });
  }
  if (trouble.data) notifications.push(...ofInbox(teamId, trouble.data));
  const queries: readonly UseQueryResult<unknown>[] = [accounts, domains, trouble];
  return { attention: notifications, queries };
}

/** Something new to read whenever another event fails or another request is rejected. */
export function ofInbox(
  teamId: string,
  { failed, rejected, newestFailed, newestRejected }: InboxTrouble,
): Notification[] {
  const notifications: Notification[] = [];
  if (failed > 0) {
    notifications.push({
      key: `failed ${newestFailed}`,
      tone: 'red',
      title: `${formatCount(failed, 'webhook event')} failed in the last day`,
      detail: `Nothing from ${failed === 1 ? 'it' : 'them'} was saved.`,
      to: `${paths.webhooks(teamId)}?state=failed`,
    });
  }
  if (rejected > 0) {
    notifications.push({
      key: `rejected ${newestRejected}`,
      tone: 'amber',
      title: `${formatCount(rejected, 'webhook request was', 'webhook requests were')} rejected in the last day`,
      detail: 'Their events were not saved. Each request says why.',
      to: `${paths.webhooks(teamId)}?list=requests&verdict=rejected`,
    });
  }
  return notifications;
}

/** The user's own jobs: those that ended recently, and how many are running. */
function useOwnJobs(teamId: string, userId: string | undefined) {
  const api = useApi();
  const now = useNow();
  const canRead = useMissingScope('teams:read') === undefined;
  const jobs = useQuery({
    ...jobsQuery(api, teamId, FIRST_JOBS),
    enabled: canRead && teamId !== '' && api.jobs !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(isActive) ? ACTIVE_JOB_POLL_MS : REFRESH_MS,
  });
  const own = (jobs.data?.jobs ?? []).filter(({ created_by }) => created_by.id === userId);
  const finished = own
    .filter(({ ended_at: at }) => at !== null && now.getTime() - Date.parse(at) < RECENT_MS)
    .map((job) => ofJob(teamId, job));
  return { finished, running: own.filter(isActive).length, jobs };
}

function ofJob(teamId: string, job: Job): Notification {
  const hasFailed = job.state === 'failed' || job.failed > 0;
  return {
    // Ends again after a retry.
    key: `job ${job.id} ${job.ended_at}`,
    tone: hasFailed ? 'red' : 'success',
    title: jobName(job),
    detail: formatJobState(job),
    to: job.kind === 'import' ? paths.memberImport(teamId, job.id) : paths.job(teamId, job.id),
    at: job.ended_at ?? undefined,
  };
}

function ofMessage({ id, tone, title, detail, to, at }: StoredMessage): Notification {
  return { key: id, tone: tone === 'error' ? 'red' : 'success', title, detail, to, at };
}
