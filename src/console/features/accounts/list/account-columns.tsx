import { createContext, useContext } from 'react';
import { accountFeedNames } from '#console/features/accounts/account-feeds.ts';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import {
  accountHandle,
  accountName,
  accountTypeLabel,
  accountTypeOf,
} from '#console/shared/accounts/account-name.ts';
import { boardName, boardsWithFeeds } from '#console/shared/accounts/boards-usage.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import styles from './account-columns.module.css';

/** Opens the network's window; called in the click. In a context, so that it redraws no rows. */
export const ReauthorizeContext = createContext<(account: Account) => void>(() => {});

interface AccountColumnsOptions {
  readonly types: readonly AccountType[];
  /** Undefined while they load. */
  readonly boards: readonly Board[] | undefined;
}

export function accountColumns({ types, boards }: AccountColumnsOptions): Column<Account>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      cell: (account) => (
        <span className={styles.account}>
          <AccountAvatar
            account={account}
            network={accountTypeLabel(types, accountTypeOf(account))}
          />
          <span className={styles.names}>
            <span dir="auto" className={styles.name}>
              <Breakable text={accountName(account)} />
            </span>{' '}
            <span dir="auto" className={styles.handle}>
              <Breakable text={accountHandle(account)} />
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'network',
      header: 'Network',
      width: '100px',
      card: 'fact',
      cell: (account) => accountTypeLabel(types, accountTypeOf(account)),
    },
    {
      id: 'used-in',
      header: 'Used in',
      width: '19%',
      hideBelow: 'medium',
      cell: (account) => <UsedIn account={account} boards={boards} />,
    },
    {
      id: 'followers',
      header: 'Followers',
      align: 'end',
      width: '96px',
      sortKey: 'followers_count',
      hideBelow: 'medium',
      cell: (account) => formatFollowers(account),
    },
    {
      // IDs grow, so their order is that of connecting, which is the default.
      id: 'connected',
      header: 'Connected',
      width: '116px',
      sortKey: 'id',
      hideBelow: 'medium',
      cell: ({ attributes: { created_at: at } }) => at && <RelativeTime at={at} />,
    },
    {
      id: 'health',
      header: 'Health',
      width: '248px',
      sortKey: 'expires_at',
      card: 'status',
      cell: (account) => (
        <span className={styles.health}>
          <AccountHealth expiresAt={account.attributes.expires_at} />
          <ReauthorizeLink account={account} />
        </span>
      ),
    },
  ];
}

/** File servers have no followers: a zero would look like a lack of interest. */
function formatFollowers(account: Account): string {
  const { followers_count: count } = account.attributes;
  return count === undefined || accountTypeOf(account) === 'sftp' ? '' : formatNumber(count);
}

interface UsedInProps {
  readonly account: Account;
  readonly boards: readonly Board[] | undefined;
}

/** The boards that an account's feeds are on; the number of feeds where there is no board. */
function UsedIn({ account, boards }: UsedInProps) {
  const feeds = accountFeedNames(account);
  if (feeds.length === 0) return <span className={styles.unused}>Unused</span>;
  // Not the number of feeds first: their boards replace it.
  if (!boards) return null;
  const feedIds = feeds.map(({ id }) => id);
  const names = boardsWithFeeds(boards, feedIds).map(boardName);
  return names.length > 0 ? names.join(', ') : formatCount(feeds.length, 'feed');
}

/** Reauthorizes from the row of an account that has expired or will soon. */
function ReauthorizeLink({ account }: { readonly account: Account }) {
  const reauthorize = useContext(ReauthorizeContext);
  const { accountTypes } = useConfig();
  const now = useNow();
  const scopeReason = useScopeReason('accounts:write');
  const isPossible =
    reauthorizeDisabledReason(accountTypes, account) === undefined && needsAttention(account, now);
  if (!isPossible) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={`Reauthorize ${accountName(account)}`}
      disabledReason={scopeReason}
      onClick={() => reauthorize(account)}
    >
      Reauthorize
    </Button>
  );
}
