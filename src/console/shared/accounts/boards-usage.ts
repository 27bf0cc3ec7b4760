import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { listAllPages } from '#console/api/lists/list-all-pages.ts';
import { type Board, listBoards } from '#contract/advocacy/boards.ts';

/** The key prefix of all board queries of a team. */
export const boardsKey = (teamId: string) => ['teams', teamId, 'boards'] as const;

/** Boards change rarely, and elsewhere. */
const STALE_AFTER_MS = 60_000;

/** All boards of a team, with their feeds and accounts: what depends on an account. */
export function allBoardsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: [...boardsKey(teamId), 'all'],
    staleTime: STALE_AFTER_MS,
    queryFn: ({ signal }) =>
      listAllPages((query) =>
        api.advocacy.request(listBoards, {
          params: { team_id: teamId },
          query: { include: 'social_feeds.account', ...query },
          signal,
        }),
      ),
  });
}

/** A board's name, or else its ID: the specification doesn't require a name. */
export function boardName({ id, attributes }: Board): string {
  const title = typeof attributes.title === 'string' ? attributes.title : '';
  return attributes.name || title || `Board ${id}`;
}

/** The boards that show any of the feeds. */
export function boardsWithFeeds(boards: readonly Board[], feedIds: readonly string[]): Board[] {
  return boards.filter(({ relationships }) =>
    relationships?.social_feeds?.data?.some(({ id }) => feedIds.includes(id)),
  );
}
