import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { allBoardsQuery } from '#console/shared/accounts/boards-usage.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { attentionItems } from './attention-items.ts';
import {
  failedJobsQuery,
  hasEndedRecently,
  inboxFailuresQuery,
  twoStepQuery,
} from './attention-queries.ts';

const LIVE_MS = 10_000;
const BACKGROUND_MS = 5 * 60_000;

interface AttentionOptions {
  /** For a page about it, which refetches often and says what depends on the accounts. */
  readonly isLive: boolean;
  /** Decides what the item about accounts offers. */
  readonly canReauthorize?: boolean;
}

/**
 * What needs attention in a team, the most urgent first, and the queries of it.
 *
 * @param teamId undefined for a user without a team
 */
export function useAttention(
  teamId: string | undefined,
  { isLive, canReauthorize = true }: AttentionOptions,
) {
  const api = useApi();
  const now = useNow();
  const { accountTypes } = useConfig();
  const hasTeam = teamId !== undefined;
  const { sections } = api;
  const id = teamId ?? '';
  const canReadAccounts = useMissingScope('accounts:read') === undefined;
  const canReadBoards = useMissingScope('boards:read') === undefined;
  const canReadDomains = useMissingScope('domains:read') === undefined;
  const canReadInbox = useMissingScope('webhooks:read') === undefined;
  const canReadJobs = useMissingScope('teams:read') === undefined;
  const canReadFactors = useMissingScope('authentication_factors:read') === undefined;
  const refetchInterval = isLive ? 3 * LIVE_MS : BACKGROUND_MS;

  const accounts = useQuery({
    ...allAccountsQuery(api, id),
    enabled: hasTeam && sections.accounts && canReadAccounts,
    refetchInterval: BACKGROUND_MS,
  });
  const boards = useQuery({
    ...allBoardsQuery(api, id),
    enabled: isLive && hasTeam && canReadBoards,
  });
  const domains = useQuery({
    ...domainsQuery(api, id, LIVE_MS),
    enabled: hasTeam && sections.domains && canReadDomains,
    ...(!isLive && { refetchInterval: BACKGROUND_MS }),
  });
  const inboxFailures = useQuery({
    ...inboxFailuresQuery(api.inbox, id),
    enabled: hasTeam && canReadInbox,
    refetchInterval,
  });
  const jobs = useQuery({
    ...failedJobsQuery(api.jobs, id),
    enabled: hasTeam && canReadJobs,
    refetchInterval,
  });
  const twoStep = useQuery({ ...twoStepQuery(api), enabled: canReadFactors });

  const isNewTeam = accounts.data?.rows.length === 0 || domains.data?.domains.length === 0;
  const isTeamKnown = ![accounts, domains].some(isQueryLoading);
  const failedJobs = jobs.data?.filter((job) => hasEndedRecently(job, now)) ?? [];
  const items = attentionItems({
    teamId: id,
    now,
    accountTypes,
    accounts: accounts.data?.rows ?? [],
    canReauthorize,
    boards: boards.data?.rows ?? [],
    domains: domains.data?.domains ?? [],
    inboxFailures: inboxFailures.data,
    failedJobs,
    // It is one of a new team's first steps.
    needsSecondStep: twoStep.data === false && isTeamKnown && !isNewTeam,
  });
  return {
    items,
    isNewTeam,
    failedJobs,
    queries: { accounts, domains, inboxFailures, jobs, twoStep },
  };
}
