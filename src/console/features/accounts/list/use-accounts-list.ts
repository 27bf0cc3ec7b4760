import { useApi } from '#console/api/api-context.ts';
import { pageOfRows } from '#console/api/lists/offset-page.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { accountsQuery } from '#console/features/accounts/accounts-queries.ts';
import {
  type AccountsSearch,
  isFilteredInBrowser,
} from '#console/features/accounts/accounts-search.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { filterAccounts } from './filter-accounts.ts';

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
