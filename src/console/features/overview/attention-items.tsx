import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ListX, TriangleAlert, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { accountExpiry, remainingDays } from '#console/shared/accounts/account-expiry.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { allBoardsQuery, boardsWithFeeds } from '#console/shared/accounts/boards-usage.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './attention-items.module.css';
import { countExpired, expiryTitle } from './expiry-title.ts';
import type { InboxTrouble } from './overview-queries.ts';

interface ExpiringAccountsProps {
  readonly teamId: string;
  /** The first to expire first. */
  readonly accounts: readonly Account[];
}

/** The accounts that have expired or soon will, in one item. */
export function ExpiringAccounts({ teamId, accounts }: ExpiringAccountsProps) {
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

/** The webhook events that failed, and the requests that were rejected. */
export function InboxItems({ teamId, failed, rejected }: InboxItemsProps) {
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

interface FailedJobsProps {
  readonly teamId: string;
  readonly count: number;
}

/** The jobs that failed before they were done. */
export function FailedJobs({ teamId, count }: FailedJobsProps) {
  return (
    <AttentionItem
      icon={<ListX />}
      tone="red"
      title={`${formatCount(count, 'job')} failed in the last 7 days`}
      action={<LinkButton to={paths.jobs(teamId)}>View jobs</LinkButton>}
    >
      The list says why, and can retry {count === 1 ? 'it' : 'them'}.
    </AttentionItem>
  );
}

interface AttentionItemProps {
  readonly icon: ReactNode;
  readonly tone?: 'amber' | 'red';
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A line of what needs attention, with the way to deal with it. */
export function AttentionItem({ icon, tone, title, action, children }: AttentionItemProps) {
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

export function expiryOf({ attributes }: Account): string {
  return attributes.expires_at ?? '';
}
