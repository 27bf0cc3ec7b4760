import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { countEnded, expiryTitle } from './expiry-title.ts';
import { expiringAccountsQuery, pendingDomainsQuery } from './overview-queries.ts';
import { PanelState } from './panel-state.tsx';

/** Names of more than these would not be read. */
const NAMES_MAX = 3;

/** Accounts that stop working soon, and domains that do not work yet. */
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

  const isQuiet = accounts.data?.length === 0 && domains.data?.length === 0;
  return (
    <>
      <Attention reading={accounts} missingScope={accountsScope} what="Accounts">
        {(expiring) => <ExpiringAccounts teamId={teamId} accounts={expiring} />}
      </Attention>
      <Attention reading={domains} missingScope={domainsScope} what="Domains">
        {(pending) => (
          <Banner
            tone="amber"
            title={`${formatCount(pending.length, 'domain')} waiting for a certificate`}
            action={<LinkButton to={paths.domains(teamId)}>See domains</LinkButton>}
          >
            {namesOf(pending)}
          </Banner>
        )}
      </Attention>
      {isQuiet && (
        <Card>
          <CardSection title="Nothing needs you today">
            <p>Every account that you can see works for another week, and no domain is waiting.</p>
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
  const ends = accounts.flatMap(({ attributes }) => attributes.expires_at ?? []);
  return (
    <Banner
      tone={countEnded(ends, now) > 0 ? 'red' : 'amber'}
      title={expiryTitle(ends, now)}
      action={
        <LinkButton to={`${paths.accounts(teamId)}?sort=expires_at`}>See accounts</LinkButton>
      }
    >
      {namesOf(accounts)}
    </Banner>
  );
}

function useMissingScope(scope: string): string | undefined {
  return useScopeReason(scope) === undefined ? undefined : scope;
}

interface AttentionProps<Item> {
  readonly reading: UseQueryResult<readonly Item[]>;
  readonly missingScope: string | undefined;
  /** What is looked at: "Accounts". */
  readonly what: string;
  /** Tells of the items that want attention; not asked where there are none. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

function Attention<Item>({ reading, missingScope, what, children }: AttentionProps<Item>) {
  const { data, error, isFetching, refetch } = reading;
  if (data) return data.length > 0 && children(data);
  const state = (
    <PanelState
      failure={`${what} couldn't be checked`}
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

function namesOf(resources: readonly { readonly attributes: { readonly name: string } }[]): string {
  const names = resources.map(({ attributes }) => attributes.name);
  const rest = names.length - NAMES_MAX;
  const listed = names.slice(0, NAMES_MAX).join(', ');
  return rest > 0 ? `${listed} and ${formatCount(rest, 'other')}` : listed;
}
