import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { getAccount } from '#contract/advocacy/accounts.ts';

/** One account, with its feeds and subaccounts in `included`. */
export function accountQuery(api: Api, teamId: string, accountId: string) {
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'one', accountId],
    queryFn: ({ signal }) =>
      api.advocacy.request(getAccount, {
        params: { team_id: teamId, account_id: accountId },
        query: { include: 'social_feeds,subaccounts' },
        signal,
      }),
  });
}

export const accountLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', accountId = '' } }) => {
    void queryClient.prefetchQuery(accountQuery(api, teamId, accountId));
    return null;
  };
