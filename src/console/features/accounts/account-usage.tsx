import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  allBoardsQuery,
  boardName,
  boardsWithFeeds,
} from '#console/shared/accounts/boards-usage.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AnyResource } from '#contract/json-api.ts';
import type { NamedResource } from './account-feeds.ts';
import styles from './account-usage.module.css';

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

/** What depends on an account: its feeds, each with the boards that show it. */
export function AccountUsage({ feeds }: { readonly feeds: readonly NamedResource[] }) {
  const teamId = useTeamId();
  const boards = useBoardsOf(feeds);
  return (
    <ul className={styles.feeds}>
      {feeds.map((feed) => {
        const shownOn = boardsWithFeeds(boards, [feed.id]);
        return (
          <li key={feed.id} className={styles.feed}>
            <span className={styles.name}>{feed.name}</span>
            {shownOn.length > 0 && (
              <ul aria-label={`Boards of ${feed.name}`} className={styles.boards}>
                {shownOn.map((board) => (
                  <li key={board.id}>
                    <Link to={paths.board(teamId, board.id)}>{boardName(board)}</Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
