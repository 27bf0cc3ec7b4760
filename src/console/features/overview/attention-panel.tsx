import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Globe, ShieldAlert } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { needsAttention, SOON_DAYS } from '#console/shared/accounts/account-expiry.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './attention-items.module.css';
import {
  AttentionItem,
  ExpiringAccounts,
  expiryOf,
  FailedJobs,
  InboxItems,
} from './attention-items.tsx';
import { FirstSteps } from './first-steps.tsx';
import {
  domainsQuery,
  failedJobsQuery,
  hasEndedRecently,
  inboxTroubleQuery,
  isPending,
  twoStepQuery,
} from './overview-queries.ts';
import { PanelState } from './panel-state.tsx';

/** What needs attention, the most urgent first; the first steps for a team that is just starting. */
export function AttentionPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const now = useNow();
  const accountsScope = useMissingScope('accounts:read');
  const domainsScope = useMissingScope('domains:read');
  const accounts = useQuery({
    ...allAccountsQuery(api, teamId),
    enabled: accountsScope === undefined,
  });
  const domains = useQuery({ ...domainsQuery(api, teamId), enabled: domainsScope === undefined });
  const twoStep = useQuery({
    ...twoStepQuery(api),
    enabled: useMissingScope('authentication_factors:read') === undefined,
  });
  const canReadInbox = useMissingScope('webhooks:read') === undefined;
  const trouble = useQuery({ ...inboxTroubleQuery(api.inbox, teamId), enabled: canReadInbox });
  const canReadJobs = useMissingScope('teams:read') === undefined;
  const jobs = useQuery({ ...failedJobsQuery(api.jobs, teamId), enabled: canReadJobs });
  if (accounts.isLoading || domains.isLoading) return <Skeleton height={68} />;

  const expiring = (accounts.data?.rows ?? [])
    .filter((account) => needsAttention(account, now))
    .toSorted((a, b) => expiryOf(a).localeCompare(expiryOf(b)));
  const pending = domains.data?.filter(isPending) ?? [];
  const isNewTeam = accounts.data?.rows.length === 0 || domains.data?.length === 0;
  const { failed = 0, rejected = 0 } = trouble.data ?? {};
  const needsSecondStep = twoStep.data === false && !isNewTeam;
  const failedJobs = jobs.data?.filter((job) => hasEndedRecently(job, now)) ?? [];
  const count =
    expiring.length +
    pending.length +
    failed +
    rejected +
    failedJobs.length +
    (needsSecondStep ? 1 : 0);
  const isLoading = trouble.isLoading || twoStep.isLoading || jobs.isLoading;
  if (count === 0 && isLoading) return <Skeleton height={68} />;
  const areOthersKnown = [trouble, jobs].every(({ data, isEnabled }) => data || !isEnabled);
  const isClear = accounts.data && domains.data && areOthersKnown && count === 0;
  return (
    <>
      {isNewTeam && (
        <FirstSteps
          teamId={teamId}
          hasAccount={(accounts.data?.rows.length ?? 0) > 0}
          hasDomain={(domains.data?.length ?? 0) > 0}
          hasTwoStep={twoStep.data === true}
        />
      )}
      {!(isNewTeam && isClear) && (
        <Card>
          <CardSection title="Needs attention">
            <ul className={styles.items}>
              {expiring.length > 0 && <ExpiringAccounts teamId={teamId} accounts={expiring} />}
              {pending.length > 0 && (
                <AttentionItem
                  icon={<Globe />}
                  title={`${formatCount(pending.length, 'domain is', 'domains are')} not live yet`}
                  action={<LinkButton to={paths.domains(teamId)}>View domains</LinkButton>}
                >
                  {formatNames(pending.map(({ attributes }) => attributes.name))}
                </AttentionItem>
              )}
              {trouble.data && <InboxItems teamId={teamId} {...trouble.data} />}
              {failedJobs.length > 0 && <FailedJobs teamId={teamId} count={failedJobs.length} />}
              {needsSecondStep && (
                <AttentionItem
                  icon={<ShieldAlert />}
                  title="Two-step verification is off"
                  action={<LinkButton to={paths.newFactor()}>Turn it on</LinkButton>}
                >
                  Someone who learns your password could sign in as you.
                </AttentionItem>
              )}
              {isClear && (
                <AttentionItem icon={<CircleCheck />} title="You're all caught up">
                  {`No accounts expire in the next ${SOON_DAYS} days and every domain is live.`}
                </AttentionItem>
              )}
            </ul>
            <ReadErrors
              reads={[
                { what: 'accounts', scope: accountsScope, query: accounts },
                { what: 'domains', scope: domainsScope, query: domains },
                { what: 'webhook events', scope: undefined, query: trouble },
                { what: 'jobs', scope: undefined, query: jobs },
              ]}
            />
          </CardSection>
        </Card>
      )}
    </>
  );
}

interface ReadErrorsProps {
  readonly reads: readonly {
    readonly what: string;
    readonly scope: string | undefined;
    readonly query: {
      readonly data: unknown;
      readonly error: Error | null;
      readonly isFetching: boolean;
      readonly refetch: () => Promise<unknown>;
    };
  }[];
}

/** What isn't known, so that nobody reads an empty list as "all is well". */
function ReadErrors({ reads }: ReadErrorsProps) {
  return reads
    .filter(({ scope, query }) => scope !== undefined || (query.error && query.data === undefined))
    .map(({ what, scope, query }) => (
      <PanelState
        key={what}
        errorTitle={`Couldn't load ${what}`}
        missingScope={scope}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {null}
      </PanelState>
    ));
}
