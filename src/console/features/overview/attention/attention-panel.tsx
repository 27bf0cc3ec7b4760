import { CircleCheck } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import type { Sections } from '#console/api/sections.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { SOON_DAYS } from '#console/shared/accounts/account-expiry.ts';
import type { AttentionItem } from '#console/shared/attention/attention-items.ts';
import { useAttention } from '#console/shared/attention/use-attention.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import styles from './attention-items.module.css';
import { FirstSteps } from './first-steps.tsx';

/** What needs attention, the most urgent first; the first steps for a team that is just starting. */
export function AttentionPanel({ teamId }: { readonly teamId: string }) {
  const { sections } = useApi();
  const accountsScope = useMissingScope('accounts:read');
  const domainsScope = useMissingScope('domains:read');
  const canReauthorize = useScopeReason('accounts:write') === undefined;
  const { items, isNewTeam, queries } = useAttention(teamId, {
    isLive: true,
    canReauthorize,
  });
  const { accounts, domains, inboxFailures, jobs, twoStep } = queries;
  if (isQueryLoading(accounts) || isQueryLoading(domains)) return <Skeleton height={68} />;

  if (items.length === 0 && [inboxFailures, twoStep, jobs].some(isQueryLoading))
    return <Skeleton height={68} />;
  const areOthersKnown = [inboxFailures, jobs].every(({ data, isEnabled }) => data || !isEnabled);
  const areAccountsKnown = accounts.data !== undefined || !sections.accounts;
  const areDomainsKnown = domains.data !== undefined || !sections.domains;
  const isClear = areAccountsKnown && areDomainsKnown && areOthersKnown && items.length === 0;
  return (
    <>
      {isNewTeam && (
        <FirstSteps
          teamId={teamId}
          hasAccount={(accounts.data?.rows.length ?? 0) > 0}
          hasDomain={(domains.data?.domains.length ?? 0) > 0}
          hasTwoStep={twoStep.data === true}
        />
      )}
      {!(isNewTeam && isClear) && (
        <Card>
          <CardSection title="Needs attention">
            <ul className={styles.items}>
              {items.map((item) => (
                <Item key={item.action} item={item} />
              ))}
              {isClear && (
                <Item
                  item={{
                    icon: CircleCheck,
                    title: "You're all caught up",
                    detail: clearDetail(sections),
                  }}
                />
              )}
            </ul>
            <ReadErrors
              reads={[
                {
                  what: 'accounts',
                  scope: sections.accounts ? accountsScope : undefined,
                  query: accounts,
                },
                {
                  what: 'domains',
                  scope: sections.domains ? domainsScope : undefined,
                  query: domains,
                },
                { what: 'webhook events', scope: undefined, query: inboxFailures },
                { what: 'jobs', scope: undefined, query: jobs },
              ]}
            />
          </CardSection>
        </Card>
      )}
    </>
  );
}

function clearDetail({ accounts, domains }: Sections): string {
  const expiring = `No accounts expire in the next ${SOON_DAYS} days`;
  if (!accounts) return domains ? 'Every domain is live.' : 'Nothing needs your attention.';
  return domains ? `${expiring} and every domain is live.` : `${expiring}.`;
}

interface ItemProps {
  readonly item: Pick<AttentionItem, 'icon' | 'tone' | 'title' | 'detail'> & Partial<AttentionItem>;
}

function Item({ item }: ItemProps) {
  const { tone, title, detail, to, action } = item;
  return (
    <li>
      <section aria-label={title} className={styles.item}>
        <span className={styles.tile} data-tone={tone}>
          <ToneIcon tone={tone}>
            <item.icon />
          </ToneIcon>
        </span>
        <div className={styles.words}>
          <strong>{title}</strong>
          <p>{detail}</p>
        </div>
        {to !== undefined && <LinkButton to={to}>{action}</LinkButton>}
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

/** The requests that failed, so that an empty list isn't read as "all is well". Those with one reason are one. */
function ReadErrors({ reads }: ReadErrorsProps) {
  const unread = reads.filter(
    ({ scope, query }) => scope !== undefined || (query.error && query.data === undefined),
  );
  const reasonOf = ({ scope, query }: (typeof reads)[number]) =>
    scope ?? toUserFacingError(query.error)?.detail ?? '';
  return [...new Set(unread.map(reasonOf))].map((reason) => {
    const same = unread.filter((read) => reasonOf(read) === reason);
    return (
      <PanelState
        key={reason}
        errorTitle={`Couldn't load ${formatNames(
          same.map(({ what }) => what),
          same.length,
        )}`}
        missingScope={same[0]?.scope}
        error={same[0]?.query.error ?? null}
        retrying={same.some(({ query }) => query.isFetching)}
        onRetry={() => same.forEach(({ query }) => void query.refetch())}
      >
        {null}
      </PanelState>
    );
  });
}
