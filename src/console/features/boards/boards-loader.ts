import type { CreateLoader } from '#console/api/create-loader.ts';
import { readSearch } from '#console/ui/filter/use-search-state.ts';
import { boardsQuery } from './boards-queries.ts';
import { boardsSearchSchema } from './boards-search.ts';

export const boardsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(boardsSearchSchema, new URL(request.url).searchParams);
    void queryClient.prefetchQuery(boardsQuery(api, teamId, search));
    return null;
  };
