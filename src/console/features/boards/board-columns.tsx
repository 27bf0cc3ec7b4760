import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import {
  accountName,
  accountTypeLabel,
  accountTypeOf,
  fullAccountName,
} from '#console/shared/accounts/account-name.ts';
import { boardFeeds, feedAccounts, weakestAccount } from '#console/shared/accounts/board-feeds.ts';
import { boardName } from '#console/shared/accounts/boards-usage.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import type { AnyResource } from '#contract/json-api.ts';
import styles from './board-columns.module.css';

/** More are shown as a number. */
const MAX_AVATARS = 5;
const MAX_NAMES = 2;

/** @param included the feeds and accounts of the boards */
export function boardColumns(
  included: readonly AnyResource[],
  types: readonly AccountType[],
): Column<Board>[] {
  const accountsOf = (board: Board) => feedAccounts(boardFeeds(board, included));
  return [
    { id: 'name', header: 'Name', cell: boardName },
    {
      id: 'accounts',
      header: 'Accounts',
      width: '46%',
      card: 'fact',
      cell: (board) => <AvatarStack accounts={accountsOf(board)} types={types} />,
    },
    {
      id: 'feeds',
      header: 'Feeds',
      width: '88px',
      align: 'end',
      card: 'aside',
      cell: (board) => <FeedCount count={boardFeeds(board, included).length} />,
    },
    {
      id: 'health',
      header: 'Health',
      width: '220px',
      card: 'status',
      cell: (board) => {
        const weakest = weakestAccount(accountsOf(board));
        return weakest && <ExpiryWarning account={weakest} />;
      },
    },
  ];
}

interface AvatarStackProps {
  readonly accounts: readonly Account[];
  readonly types: readonly AccountType[];
}

function AvatarStack({ accounts, types }: AvatarStackProps) {
  if (accounts.length === 0) return '—';
  const shown = accounts.slice(0, MAX_AVATARS);
  const fullNames = accounts.map((account) => fullAccountName(types, account)).join(', ');
  const names = [...new Set(accounts.map(accountName))];
  return (
    <span className={styles.avatars} title={fullNames}>
      {shown.map((account) => (
        <AccountAvatar
          key={account.id}
          account={account}
          network={accountTypeLabel(types, accountTypeOf(account))}
        />
      ))}
      {accounts.length > MAX_AVATARS && (
        <span aria-hidden="true" className={styles.morePictures}>
          +{formatNumber(accounts.length - MAX_AVATARS)}
        </span>
      )}
      <span aria-hidden="true" dir="auto" className={styles.names}>
        {names.slice(0, MAX_NAMES).join(', ')}
      </span>
      {names.length > MAX_NAMES && (
        <span aria-hidden="true" className={styles.moreNames}>
          +{formatNumber(names.length - MAX_NAMES)}
        </span>
      )}
      <VisuallyHidden>{`${formatCount(accounts.length, 'account')}: ${fullNames}`}</VisuallyHidden>
    </span>
  );
}

/** When an account expires, if that is soon or past: what is normal has no mark. */
function ExpiryWarning({ account }: { readonly account: Account }) {
  const isDue = needsAttention(account, useNow());
  return isDue && <AccountHealth expiresAt={account.attributes.expires_at} />;
}

/** Adds the unit on small screens, where the header is hidden. */
function FeedCount({ count }: { readonly count: number }) {
  return (
    <>
      {formatNumber(count)}
      <span className={styles.unit}>{count === 1 ? ' feed' : ' feeds'}</span>
    </>
  );
}
