import type { CreateLoader } from '#console/api/create-loader.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { eventsTodayQuery, latestEventsQuery, memberTotalsQuery } from './overview-queries.ts';

/** Starts what the panels show. Members are counted one by one only without a directory. */
export const overviewLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    const { accounts, domains, loyalty } = api.sections;
    if (accounts) void queryClient.prefetchQuery(allAccountsQuery(api, teamId));
    if (domains) void queryClient.prefetchQuery(domainsQuery(api, teamId));
    if (api.directory) void queryClient.prefetchQuery(facetsQuery(api, teamId));
    else if (loyalty) void queryClient.prefetchQuery(memberTotalsQuery(api, teamId));
    if (api.inbox) {
      void queryClient.prefetchQuery(eventsTodayQuery(api.inbox, teamId));
      void queryClient.prefetchQuery(latestEventsQuery(api.inbox, teamId));
    }
    return null;
  };
