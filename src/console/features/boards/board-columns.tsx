import { formatNumber } from '#console/lib/format-number.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AnyResource } from '#contract/json-api.ts';
import styles from './board-columns.module.css';
import { boardFeeds, boardName, feedAccounts } from './board-feeds.ts';

/** @param included the feeds and accounts of the boards */
export function boardColumns(included: readonly AnyResource[]): Column<Board>[] {
  return [
    { id: 'name', header: 'Name', width: '26%', cell: boardName },
    {
      id: 'feeds',
      header: 'Feeds',
      width: '88px',
      align: 'end',
      card: 'aside',
      cell: (board) => <FeedCount count={boardFeeds(board, included).length} />,
    },
    {
      id: 'accounts',
      header: 'Accounts',
      card: 'fact',
      cell: (board) => {
        const accounts = feedAccounts(boardFeeds(board, included));
        return accounts.map(({ name }) => name).join(', ') || '—';
      },
    },
    {
      id: 'created',
      header: 'Created',
      width: '140px',
      card: 'status',
      cell: ({ attributes }) =>
        attributes.created_at && <RelativeTime at={attributes.created_at} />,
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
