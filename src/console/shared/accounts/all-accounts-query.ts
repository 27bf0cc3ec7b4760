import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { listAllPages } from '#console/api/lists/list-all-pages.ts';
import { listAccounts } from '#contract/advocacy/accounts.ts';

/** The key prefix of all account queries of a team. */
export const accountsKey = (teamId: string) => ['teams', teamId, 'accounts'] as const;

/** Other queries of accounts refetch often enough that this one needn't on every visit. */
const STALE_AFTER_MS = 30_000;

/** All accounts of a team, with the feeds that use each: for search, counts and the attention list. */
export function allAccountsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'all'],
    staleTime: STALE_AFTER_MS,
    queryFn: ({ signal }) =>
      listAllPages((query) =>
        api.advocacy.request(listAccounts, {
          params: { team_id: teamId },
          query: { include: 'social_feeds', sort: 'expires_at', ...query },
          signal,
        }),
      ),
  });
}
