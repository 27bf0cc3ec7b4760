import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { explain } from '#console/api/explain.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useGrantedScopes } from '#console/session/session-context.ts';
import { Banner } from '#console/ui/banner.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { LinkButton } from '#console/ui/link-button.tsx';
import { FailedState } from '#console/ui/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { EXPIRING_MAX, expiringAccountsQuery, pendingDomainsQuery } from './overview-queries.ts';

/** Names of more than these would not be read. */
const NAMES_MAX = 3;

/** Accounts that stop working soon, and domains that do not work yet. */
export function AttentionPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const scopes = useGrantedScopes();
  const mayRead = (scope: string) => scopes?.includes(scope) ?? true;
  const accounts = useQuery({
    ...expiringAccountsQuery(api, teamId),
    enabled: mayRead('accounts:read'),
  });
  const domains = useQuery({
    ...pendingDomainsQuery(api, teamId),
    enabled: mayRead('domains:read'),
  });

  if (accounts.isLoading || domains.isLoading) return <Skeleton height={68} />;
  const failed = [
    { query: accounts, what: "Accounts couldn't be checked" },
    { query: domains, what: "Domains couldn't be checked" },
  ].find(({ query }) => query.isError);
  if (failed) {
    return (
      <Card>
        <CardSection>
          <FailedState
            problem={explain(failed.query.error, failed.what) ?? { title: failed.what }}
            retrying={failed.query.isFetching}
            onRetry={() => void failed.query.refetch()}
          />
        </CardSection>
      </Card>
    );
  }

  const expiring = accounts.data ?? [];
  const pending = domains.data ?? [];
  return (
    <>
      {expiring.length > 0 && (
        <Banner
          tone="amber"
          title={expiryTitle(expiring.length)}
          action={<LinkButton to={paths.accounts(teamId)}>See accounts</LinkButton>}
        >
          {namesOf(expiring)}
        </Banner>
      )}
      {pending.length > 0 && (
        <Banner
          tone="amber"
          title={`${formatCount(pending.length, 'domain')} waiting for a certificate`}
          action={<LinkButton to={paths.domains(teamId)}>See domains</LinkButton>}
        >
          {namesOf(pending)}
        </Banner>
      )}
      {expiring.length + pending.length === 0 && (
        <Card>
          <CardSection title="Nothing needs you today">
            <p>Every account that you can see works for another week, and no domain is waiting.</p>
          </CardSection>
        </Card>
      )}
    </>
  );
}

function expiryTitle(count: number): string {
  const accounts = formatCount(count, 'connected account');
  if (count >= EXPIRING_MAX) return `At least ${accounts} stop working within 7 days`;
  return `${accounts} ${count === 1 ? 'stops' : 'stop'} working within 7 days`;
}

function namesOf(resources: readonly { readonly attributes: { readonly name: string } }[]): string {
  const names = resources.map(({ attributes }) => attributes.name);
  const rest = names.length - NAMES_MAX;
  const listed = names.slice(0, NAMES_MAX).join(', ');
  return rest > 0 ? `${listed} and ${formatCount(rest, 'other')}` : listed;
}
