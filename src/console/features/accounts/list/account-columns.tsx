import { accountFeedNames } from '#console/features/accounts/account-feeds.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import {
  accountHandle,
  accountName,
  accountTypeLabel,
  accountTypeOf,
} from '#console/shared/accounts/account-name.ts';
import { boardName, boardsWithFeeds } from '#console/shared/accounts/boards-usage.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import styles from './account-columns.module.css';
import { ReauthorizeLink } from './reauthorize-link.tsx';

interface AccountColumnsOptions {
  readonly types: readonly AccountType[];
  /** Undefined until they are loaded, or if the user can't read them. */
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
              {accountName(account)}
            </span>{' '}
            <span dir="auto" className={styles.handle}>
              {accountHandle(account)}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'network',
      header: 'Network',
      width: '112px',
      card: 'fact',
      cell: (account) => accountTypeLabel(types, accountTypeOf(account)),
    },
    {
      id: 'used-in',
      header: 'Used in',
      width: '26%',
      hideBelow: 'narrow',
      cell: (account) => <UsedIn account={account} boards={boards} />,
    },
    {
      id: 'followers',
      header: 'Followers',
      align: 'end',
      width: '104px',
      sortKey: 'followers_count',
      hideBelow: 'medium',
      cell: (account) => formatFollowers(account),
    },
    {
      id: 'health',
      header: 'Health',
      width: '252px',
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
function UsedIn({ account, boards = [] }: UsedInProps) {
  const feeds = accountFeedNames(account);
  if (feeds.length === 0) return <span className={styles.unused}>Unused</span>;
  const feedIds = feeds.map(({ id }) => id);
  const names = boardsWithFeeds(boards, feedIds).map(boardName);
  return names.length > 0 ? names.join(', ') : formatCount(feeds.length, 'feed');
}
