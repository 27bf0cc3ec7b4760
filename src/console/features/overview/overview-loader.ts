import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  eventsTodayQuery,
  expiringAccountsQuery,
  latestEventsQuery,
  memberTotalsQuery,
  pendingDomainsQuery,
} from './overview-queries.ts';

export const overviewLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    void queryClient.prefetchQuery(expiringAccountsQuery(api, teamId));
    void queryClient.prefetchQuery(pendingDomainsQuery(api, teamId));
    void queryClient.prefetchQuery(memberTotalsQuery(api, teamId));
    if (api.inbox) {
      void queryClient.prefetchQuery(eventsTodayQuery(api.inbox, teamId));
      void queryClient.prefetchQuery(latestEventsQuery(api.inbox, teamId));
    }
    return null;
  };
