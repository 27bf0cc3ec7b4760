import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { countExpired, expiryTitle } from './expiry-title.ts';
import { expiringAccountsQuery, pendingDomainsQuery } from './overview-queries.ts';
import { PanelState } from './panel-state.tsx';

/** More names are shown as a count. */
const MAX_NAMES = 3;

/** Accounts that expire soon or have expired, and domains that are not live yet. */
export function AttentionPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const accountsScope = useMissingScope('accounts:read');
  const domainsScope = useMissingScope('domains:read');
  const accounts = useQuery({
    ...expiringAccountsQuery(api, teamId),
    enabled: accountsScope === undefined,
  });
  const domains = useQuery({
    ...pendingDomainsQuery(api, teamId),
    enabled: domainsScope === undefined,
  });
  if (accounts.isLoading && domains.isLoading) return <Skeleton height={68} />;

  const isAllClear = accounts.data?.length === 0 && domains.data?.length === 0;
  return (
    <>
      <AttentionItem query={accounts} missingScope={accountsScope} what="Accounts">
        {(expiring) => <ExpiringAccounts teamId={teamId} accounts={expiring} />}
      </AttentionItem>
      <AttentionItem query={domains} missingScope={domainsScope} what="Domains">
        {(pending) => (
          <Banner
            tone="amber"
            title={`${formatCount(pending.length, 'domain')} waiting for a certificate`}
            action={<LinkButton to={paths.domains(teamId)}>View domains</LinkButton>}
          >
            {formatNames(pending)}
          </Banner>
        )}
      </AttentionItem>
      {isAllClear && (
        <Card>
          <CardSection title="You're all caught up">
            <p>No accounts expire in the next 7 days and every domain is live.</p>
          </CardSection>
        </Card>
      )}
    </>
  );
}

interface ExpiringAccountsProps {
  readonly teamId: string;
  readonly accounts: readonly Account[];
}

function ExpiringAccounts({ teamId, accounts }: ExpiringAccountsProps) {
  const now = useNow();
  const expiryTimes = accounts.flatMap(({ attributes }) => attributes.expires_at ?? []);
  return (
    <Banner
      tone={countExpired(expiryTimes, now) > 0 ? 'red' : 'amber'}
      title={expiryTitle(expiryTimes, now)}
      action={
        <LinkButton to={`${paths.accounts(teamId)}?sort=expires_at`}>View accounts</LinkButton>
      }
    >
      {formatNames(accounts)}
    </Banner>
  );
}

interface AttentionItemProps<Item> {
  readonly query: UseQueryResult<readonly Item[]>;
  readonly missingScope: string | undefined;
  /** "Accounts" or "Domains". */
  readonly what: string;
  /** Not called without items. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

function AttentionItem<Item>({ query, missingScope, what, children }: AttentionItemProps<Item>) {
  const { data, error, isFetching, refetch } = query;
  if (data) return data.length > 0 && children(data);
  const state = (
    <PanelState
      errorTitle={`Couldn't load ${what.toLowerCase()}`}
      missingScope={missingScope}
      error={error}
      retrying={isFetching}
      onRetry={() => void refetch()}
    >
      {null}
    </PanelState>
  );
  if (missingScope === undefined && !error) return null;
  return (
    <Card>
      <CardSection title={what}>{state}</CardSection>
    </Card>
  );
}

function formatNames(
  resources: readonly { readonly attributes: { readonly name: string } }[],
): string {
  const names = resources.map(({ attributes }) => attributes.name);
  const rest = names.length - MAX_NAMES;
  const listed = names.slice(0, MAX_NAMES).join(', ');
  return rest > 0 ? `${listed} and ${formatCount(rest, 'other')}` : listed;
}
