import type { CreateLoader } from '#console/api/create-loader.ts';
import { readSearch } from '#console/ui/filter/use-search-state.ts';
import { accountQuery, accountsQuery } from './accounts-queries.ts';
import { accountsSearchSchema } from './accounts-search.ts';

export const accountsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(accountsSearchSchema, new URL(request.url).searchParams);
    void queryClient.prefetchQuery(accountsQuery(api, teamId, search));
    return null;
  };

export const accountLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', accountId = '' } }) => {
    void queryClient.prefetchQuery(accountQuery(api, teamId, accountId));
    return null;
  };
