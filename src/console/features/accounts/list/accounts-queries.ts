import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  type OffsetPage,
  offsetPage,
  pageOfRows,
  pageQuery,
} from '#console/api/lists/offset-page.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { feedCount } from '#console/features/accounts/account-feeds.ts';
import {
  ACCOUNT_FILTERS,
  type AccountFilter,
  type AccountsSearch,
  type AccountsView,
  accountsSearchSchema,
  filterValues,
  isFilteredInBrowser,
} from '#console/features/accounts/accounts-search.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { searchItems } from '#console/lib/matches-search.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountExpiry, needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountTypeLabel, accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { accountsKey, allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { allBoardsQuery } from '#console/shared/accounts/boards-usage.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { type Account, listAccounts } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import type { AccountType } from '#contract/gateway/config.ts';

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

export const accountsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(accountsSearchSchema, new URL(request.url).searchParams);
    void queryClient.prefetchQuery(accountsQuery(api, teamId, search));
    void queryClient.prefetchQuery(allAccountsQuery(api, teamId));
    return null;
  };

/**
 * The rows of the accounts page: a page from the service, or all accounts filtered in the browser
 * where the service has no such filter.
 */
export function useAccountsList(search: AccountsSearch) {
  const api = useApi();
  const teamId = useTeamId();
  const now = useNow();
  const { accountTypes } = useConfig();
  const options = { what: 'accounts', missingScope: useMissingScope('accounts:read') };
  const all = useListQuery(allAccountsQuery(api, teamId), { ...options, rows: ({ rows }) => rows });
  const fromService = useListQuery(accountsQuery(api, teamId, search), {
    ...options,
    rows: ({ rows }) => rows,
  });
  if (!isFilteredInBrowser(search)) return { list: fromService, page: fromService.data, all };

  const { page, size } = search;
  const found = all.rows && filterAccounts(all.rows, search, { now, accountTypes });
  const shown = found && pageOfRows({ rows: found, included: [] }, { page, size });
  return { list: { ...all, rows: shown?.rows }, page: shown, all };
}

const NO_BOARDS: readonly Board[] = [];

/** The team's boards; undefined while they load, none if the user can't read them. */
export function useBoards(): readonly Board[] | undefined {
  const query = useQuery({
    ...allBoardsQuery(useApi(), useTeamId()),
    enabled: useMissingScope('boards:read') === undefined,
  });
  return isQueryLoading(query) ? undefined : (query.data?.rows ?? NO_BOARDS);
}

export function isInView(account: Account, view: AccountsView, now: Date): boolean {
  if (view === 'unused') return feedCount(account) === 0;
  if (view === 'attention') return needsAttention(account, now);
  if (view === 'ok') return !needsAttention(account, now);
  return accountExpiry(account.attributes.expires_at, now) === view;
}

interface FilterContext {
  readonly now: Date;
  /** For the names of networks. */
  readonly accountTypes: readonly AccountType[];
}

/** Applies a whole search to all accounts, in the order of the search. */
export function filterAccounts(
  accounts: readonly Account[],
  search: AccountsSearch,
  { now, accountTypes }: FilterContext,
): Account[] {
  const { q, show } = search;
  const filtered = accounts.filter(
    (account) =>
      (show === undefined || isInView(account, show, now)) &&
      ACCOUNT_FILTERS.every((name) => matches(account, name, search[name])),
  );
  const textOf = (account: Account) => {
    const { name, username, site } = account.attributes;
    const network = accountTypeLabel(accountTypes, accountTypeOf(account));
    const handle = username && `${username} @${username}`;
    return [name, handle, site, network].filter(Boolean).join(' ');
  };
  const found = q === undefined ? filtered : searchItems(filtered, textOf, q);
  return found.toSorted(compareBy(search.sort));
}

/** Whether an account has one of the values, exactly as the service filters. */
function matches(account: Account, name: AccountFilter, value: string | undefined): boolean {
  const values = filterValues(value);
  if (values.length === 0) return true;
  if (name === 'type') return values.includes(accountTypeOf(account) ?? '');
  if (name === 'capabilities') {
    return account.attributes.capabilities.some((capability) => values.includes(capability));
  }
  return values.includes(account.attributes[name] ?? '');
}

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** @param sort a JSON:API sort key, descending with "-" */
function compareBy(sort: string) {
  const isDescending = sort.startsWith('-');
  const key = sort.replace(/^-/, '');
  const sortValue = ({ id, attributes }: Account): string =>
    String(key === 'id' ? id : attributes[key]);
  // As in the service, accounts that never expire come last in both directions.
  const isLast = ({ attributes }: Account) => Number(attributes[key] === null);
  return (a: Account, b: Account): number => {
    const order = collator.compare(sortValue(a), sortValue(b));
    return isLast(a) - isLast(b) || (isDescending ? -order : order) || Number(b.id) - Number(a.id);
  };
}
