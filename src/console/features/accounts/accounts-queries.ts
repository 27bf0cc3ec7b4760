import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { type OffsetPage, offsetPage, pageQuery } from '#console/api/lists/offset-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import { accountsKey, allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { type Account, getAccount, listAccounts } from '#contract/advocacy/accounts.ts';
import {
  ACCOUNT_FILTERS,
  type AccountsSearch,
  accountsSearchSchema,
  isFilteredInBrowser,
} from './accounts-search.ts';

/**
 * A page of accounts, with the feeds that use each account. A search that needs all accounts gets the
 * first page without it, to show when it is cleared.
 */
export function accountsQuery(api: Api, teamId: string, { q, show, ...rest }: AccountsSearch) {
  const search = isFilteredInBrowser({ q, show }) ? { ...rest, page: 1 } : rest;
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'list', search],
    queryFn: async ({ signal }): Promise<OffsetPage<Account>> => {
      const filters = ACCOUNT_FILTERS.map((name) => [`filter[${name}]`, search[name]] as const);
      const response = await api.advocacy.request(listAccounts, {
        params: { team_id: teamId },
        query: {
          include: 'social_feeds',
          sort: search.sort,
          ...pageQuery(search),
          ...Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
        },
        signal,
      });
      return offsetPage(response, search);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

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

export const accountsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(accountsSearchSchema, new URL(request.url).searchParams);
    void queryClient.prefetchQuery(accountsQuery(api, teamId, search));
    void queryClient.prefetchQuery(allAccountsQuery(api, teamId));
    return null;
  };

export const accountLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', accountId = '' } }) => {
    void queryClient.prefetchQuery(accountQuery(api, teamId, accountId));
    return null;
  };
