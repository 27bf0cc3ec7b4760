import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Globe, ShieldAlert, TriangleAlert, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import {
  accountExpiry,
  needsAttention,
  remainingDays,
  SOON_DAYS,
} from '#console/shared/accounts/account-expiry.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { allBoardsQuery, boardsWithFeeds } from '#console/shared/accounts/boards-usage.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './attention-panel.module.css';
import { countExpired, expiryTitle } from './expiry-title.ts';
import { FirstSteps } from './first-steps.tsx';
import {
  domainsQuery,
  type InboxTrouble,
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
  if (accounts.isLoading || domains.isLoading) return <Skeleton height={68} />;

  const expiring = (accounts.data?.rows ?? [])
    .filter((account) => needsAttention(account, now))
    .toSorted((a, b) => expiryOf(a).localeCompare(expiryOf(b)));
  const pending = domains.data?.filter(isPending) ?? [];
  const isNewTeam = accounts.data?.rows.length === 0 || domains.data?.length === 0;
  const { failed = 0, rejected = 0 } = trouble.data ?? {};
  const count = expiring.length + pending.length + failed + rejected;
  if (count === 0 && trouble.isLoading) return <Skeleton height={68} />;
  const isTroubleKnown = trouble.data !== undefined || !trouble.isEnabled;
  const isClear = accounts.data && domains.data && isTroubleKnown && count === 0;
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
            {twoStep.data === false && !isNewTeam && (
              <AttentionItem
                icon={<ShieldAlert />}
                title="Your sign-in has no second step"
                action={<LinkButton to={paths.newFactor()}>Turn it on</LinkButton>}
              >
                Someone who learns your password could sign in as you.
              </AttentionItem>
            )}
            {isClear && !isNewTeam && (
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
            ]}
          />
        </CardSection>
      </Card>
    </>
  );
}

interface ExpiringAccountsProps {
  readonly teamId: string;
  /** The first to expire first. */
  readonly accounts: readonly Account[];
}

function ExpiringAccounts({ teamId, accounts }: ExpiringAccountsProps) {
  const now = useNow();
  const { accountTypes } = useConfig();
  const boards = useQuery({
    ...allBoardsQuery(useApi(), teamId),
    enabled: useMissingScope('boards:read') === undefined,
  });
  const times = accounts.map(expiryOf);
  const isExpired = countExpired(times, now) > 0;
  const names = accounts.map((account) => {
    const expiresAt = expiryOf(account);
    const hasExpired = accountExpiry(expiresAt, now) === 'expired';
    return `${fullAccountName(accountTypes, account)} ${hasExpired ? 'has expired' : remainingDays(expiresAt, now)}`;
  });
  const feedIds = accounts.flatMap(
    ({ relationships }) => relationships?.social_feeds?.data.map(({ id }) => id) ?? [],
  );
  const boardCount = boardsWithFeeds(boards.data?.rows ?? [], feedIds).length;
  return (
    <AttentionItem
      icon={isExpired ? <CircleAlert /> : <TriangleAlert />}
      tone={isExpired ? 'red' : 'amber'}
      title={expiryTitle(times, now)}
      action={
        <LinkButton to={`${paths.accounts(teamId)}?show=attention&sort=expires_at`}>
          Reauthorize
        </LinkButton>
      }
    >
      {formatNames(names)}.
      {boardCount > 0 &&
        ` ${formatCount(boardCount, 'board gets', 'boards get')} no new posts without them.`}
    </AttentionItem>
  );
}

interface InboxItemsProps extends InboxTrouble {
  readonly teamId: string;
}

function InboxItems({ teamId, failed, rejected }: InboxItemsProps) {
  const webhooks = paths.webhooks(teamId);
  return (
    <>
      {failed > 0 && (
        <AttentionItem
          icon={<Webhook />}
          tone="red"
          title={`${formatCount(failed, 'webhook event')} failed in the last day`}
          action={<LinkButton to={`${webhooks}?state=failed`}>View events</LinkButton>}
        >
          Nothing from {failed === 1 ? 'it' : 'them'} was saved.
        </AttentionItem>
      )}
      {rejected > 0 && (
        <AttentionItem
          icon={<Webhook />}
          tone="amber"
          title={`${formatCount(rejected, 'webhook request was', 'webhook requests were')} rejected in the last day`}
          action={
            <LinkButton to={`${webhooks}?list=requests&verdict=rejected`}>View requests</LinkButton>
          }
        >
          Their events were not saved. Each request says why.
        </AttentionItem>
      )}
    </>
  );
}

interface AttentionItemProps {
  readonly icon: ReactNode;
  readonly tone?: 'amber' | 'red';
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function AttentionItem({ icon, tone, title, action, children }: AttentionItemProps) {
  return (
    <li>
      <section aria-label={title} className={styles.item}>
        <ToneIcon tone={tone}>{icon}</ToneIcon>
        <div className={styles.words}>
          <strong>{title}</strong>
          <p>{children}</p>
        </div>
        {action}
      </section>
    </li>
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

function expiryOf({ attributes }: Account): string {
  return attributes.expires_at ?? '';
}
