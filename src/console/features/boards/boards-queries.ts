import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { type OffsetPage, offsetPage, pageQuery } from '#console/api/lists/offset-page.ts';
import { pageSearchFields, searchTextField } from '#console/api/lists/page-search-fields.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import type { PageSearch } from '#console/lib/url/page-search.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import { allBoardsQuery, boardsKey } from '#console/shared/accounts/boards-usage.ts';
import { type Board, listBoards } from '#contract/advocacy/boards.ts';

export const boardsSearchSchema = z.object({ ...pageSearchFields, q: searchTextField });

export function boardsQuery(api: Api, teamId: string, { page, size }: PageSearch) {
  const search = { page, size };
  return queryOptions({
    queryKey: [...boardsKey(teamId), search],
    queryFn: async ({ signal }): Promise<OffsetPage<Board>> => {
      const response = await api.advocacy.request(listBoards, {
        params: { team_id: teamId },
        query: { include: 'social_feeds.account', ...pageQuery(search) },
        signal,
      });
      return offsetPage(response, search);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

export const boardLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    void queryClient.prefetchQuery(allBoardsQuery(api, teamId));
    return null;
  };

export const boardsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(boardsSearchSchema, new URL(request.url).searchParams);
    if (search.q === undefined) {
      void queryClient.prefetchQuery(boardsQuery(api, teamId, search));
    } else void queryClient.prefetchQuery(allBoardsQuery(api, teamId));
    return null;
  };
