import { formatCount } from '#console/lib/format-number.ts';
import type { Column } from '#console/ui/data-table-column.ts';
import { RelativeTime } from '#console/ui/relative-time.tsx';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AnyResource } from '#contract/advocacy/json-api.ts';
import { boardFeeds, boardName, feedAccounts } from './board-feeds.ts';

/** @param included the feeds and accounts that came with the boards */
export function boardColumns(included: readonly AnyResource[]): Column<Board>[] {
  return [
    { id: 'name', header: 'Name', width: '26%', cell: boardName },
    {
      id: 'feeds',
      header: 'Feeds',
      card: 'fact',
      cell: (board) => <Names names={boardFeeds(board, included)} one="feed" />,
    },
    {
      id: 'accounts',
      header: 'Accounts',
      hideBelow: 'narrow',
      cell: (board) => <Names names={feedAccounts(boardFeeds(board, included))} one="account" />,
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

interface NamesProps {
  readonly names: readonly { readonly name: string }[];
  readonly one: string;
}

/** As many names as fit, after how many there are. */
function Names({ names, one }: NamesProps) {
  if (names.length === 0) return '–';
  return `${formatCount(names.length, one)}: ${names.map(({ name }) => name).join(', ')}`;
}
