import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { boardFeeds, feedAccounts, weakestAccount } from '#console/shared/accounts/board-feeds.ts';
import {
  allBoardsQuery,
  boardName,
  boardsWithFeeds,
} from '#console/shared/accounts/boards-usage.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { RowItem, RowList } from '#console/ui/row/row-list.tsx';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AnyResource } from '#contract/json-api.ts';
import type { NamedResource } from './account-feeds.ts';

/** The boards that show any of the feeds; none until they are loaded, or without access to boards. */
export function useBoardsOf(feeds: readonly NamedResource[]): readonly Board[] {
  const boards = useAllBoards(feeds.length > 0);
  return boardsWithFeeds(
    boards?.rows ?? [],
    feeds.map(({ id }) => id),
  );
}

/** The feeds of the team's boards; none until they are loaded, or without access to boards. */
export function useFeedsOfBoards(): readonly AnyResource[] {
  return useAllBoards(true)?.included ?? [];
}

function useAllBoards(isNeeded: boolean) {
  const { data } = useQuery({
    ...allBoardsQuery(useApi(), useTeamId()),
    enabled: useMissingScope('boards:read') === undefined && isNeeded,
  });
  return data;
}

/** What depends on an account: the boards that show its feeds, each with what breaks next, then its other feeds. */
export function AccountUsage({ feeds }: { readonly feeds: readonly NamedResource[] }) {
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const { rows = [], included = [] } = useAllBoards(true) ?? {};
  const boards = boardsWithFeeds(
    rows,
    feeds.map(({ id }) => id),
  );
  const isShown = ({ id }: NamedResource) => boardsWithFeeds(boards, [id]).length > 0;
  return (
    <RowList>
      {boards.map((board) => {
        const shown = feeds.filter(({ id }) => boardsWithFeeds([board], [id]).length > 0);
        const weakest = weakestAccount(feedAccounts(boardFeeds(board, included)));
        return (
          <RowItem
            key={board.id}
            title={
              <Link to={paths.board(teamId, board.id)}>
                <Breakable text={boardName(board)} />
              </Link>
            }
            detail={
              <>
                <Breakable text={shown.map(({ name }) => name).join(', ')} />
                {weakest && (
                  <>
                    {'. Next to break: '}
                    <Breakable text={fullAccountName(accountTypes, weakest)} />
                  </>
                )}
              </>
            }
            aside={weakest && <AccountHealth expiresAt={weakest.attributes.expires_at} />}
          />
        );
      })}
      {feeds
        .filter((feed) => !isShown(feed))
        .map(({ id, name }) => (
          <RowItem key={`feed ${id}`} title={<Breakable text={name} />} detail="On no board" />
        ))}
    </RowList>
  );
}
