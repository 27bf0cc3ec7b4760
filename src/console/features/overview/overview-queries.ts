import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type Account, listAccounts } from '#contract/advocacy/accounts.ts';
import { type Domain, listDomains } from '#contract/advocacy/domains.ts';
import { listMembers } from '#contract/loyalty/members.ts';

/** An account that ends sooner than this wants attention, in ms. */
const SOON_MS = 7 * 24 * 60 * 60_000;
/** More than these are told as "or more". */
export const EXPIRING_MAX = 25;

/** Accounts whose authorization has ended or ends within a week, the first to end first. */
export function expiringAccountsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'accounts', 'expiring'],
    queryFn: async ({ signal }): Promise<readonly Account[]> => {
      const { data } = await api.advocacy.request(listAccounts, {
        params: { team_id: teamId },
        query: { sort: 'expires_at', 'page[size]': EXPIRING_MAX },
        signal,
      });
      const soon = Date.now() + SOON_MS;
      return data.filter(
        ({ attributes: { expires_at: end } }) => end !== null && Date.parse(end) < soon,
      );
    },
  });
}

/** Domains whose certificate is not there yet. */
export function pendingDomainsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'domains', 'pending'],
    queryFn: async ({ signal }): Promise<readonly Domain[]> => {
      const { data } = await api.advocacy.request(listDomains, {
        params: { team_id: teamId },
        signal,
      });
      return data.filter(({ attributes }) => attributes.status === 'pending');
    },
  });
}

/** How many members have a status: the list's own total, from its smallest page. */
export function memberTotalQuery(
  api: Api,
  teamId: string,
  status: 'active' | 'blocked' | 'opted_out',
) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'total', status],
    queryFn: async ({ signal }): Promise<number> => {
      const { data } = await api.loyalty(teamId).request(listMembers, {
        query: { member_status: status, count: 1 },
        signal,
      });
      return data.total;
    },
  });
}
