import { AccountExpiryStatus } from '#console/features/accounts/account-expiry-status.tsx';
import { feedCount } from '#console/features/accounts/account-feeds.ts';
import { accountTypeLabel, capabilityLabel } from '#console/features/accounts/account-type.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { TagList } from '#console/ui/tag.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import styles from './account-columns.module.css';

export function accountColumns(types: readonly AccountType[]): Column<Account>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      cell: ({ attributes: { name, username } }) => (
        <>
          {name}
          {username && username !== name && <span className={styles.username}> {username}</span>}
        </>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: '96px',
      card: 'fact',
      cell: ({ meta }) => accountTypeLabel(types, meta?.account_type),
    },
    {
      id: 'site',
      header: 'Site',
      width: '13%',
      hideBelow: 'wide',
      cell: ({ attributes }) => attributes.site,
    },
    {
      id: 'capabilities',
      header: 'Capabilities',
      width: '140px',
      hideBelow: 'medium',
      cell: ({ attributes }) => <TagList tags={attributes.capabilities.map(capabilityLabel)} />,
    },
    {
      id: 'followers',
      header: 'Followers',
      align: 'end',
      width: '100px',
      sortKey: 'followers_count',
      hideBelow: 'narrow',
      cell: ({ attributes }) => formatNumber(attributes.followers_count),
    },
    {
      id: 'feeds',
      header: 'Feeds',
      align: 'end',
      width: '64px',
      card: 'aside',
      cell: (account) => <FeedCount count={feedCount(account)} />,
    },
    {
      id: 'expires',
      header: 'Expires',
      width: '124px',
      sortKey: 'expires_at',
      card: 'status',
      cell: ({ attributes }) => <AccountExpiryStatus at={attributes.expires_at} />,
    },
    {
      id: 'created',
      header: 'Connected',
      width: '116px',
      sortKey: 'created_at',
      hideBelow: 'medium',
      cell: ({ attributes }) => <RelativeTime at={attributes.created_at} />,
    },
  ];
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
