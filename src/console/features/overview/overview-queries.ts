import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { type Account, listAccounts } from '#contract/advocacy/accounts.ts';
import { type Domain, listDomains } from '#contract/advocacy/domains.ts';
import { type InboxEvent, listInboxEvents } from '#contract/gateway/inbox.ts';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { dateFilter } from '#contract/loyalty/members/member-filters.ts';
import { listMembers } from '#contract/loyalty/members/members.ts';

/** Accounts that expire within this time need attention. */
const EXPIRING_WITHIN_MS = 7 * 24 * 60 * 60_000;
/** More are shown as "At least 25". */
export const MAX_EXPIRING = 25;
const LATEST_COUNT = 5;

export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The number of members by status. */
export type MemberTotals = Readonly<Record<MemberStatus, number>>;

/** Accounts whose authorization has expired or expires within a week, the earliest first. */
export function expiringAccountsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'accounts', 'expiring'],
    queryFn: async ({ signal }): Promise<readonly Account[]> => {
      const { data } = await api.advocacy.request(listAccounts, {
        params: { team_id: teamId },
        query: { sort: 'expires_at', 'page[size]': MAX_EXPIRING },
        signal,
      });
      const limit = Date.now() + EXPIRING_WITHIN_MS;
      return data.filter(
        ({ attributes: { expires_at: expiresAt } }) =>
          expiresAt !== null && Date.parse(expiresAt) < limit,
      );
    },
  });
}

/** Domains that are waiting for their certificate. */
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

/** The number of members by status: the total of a list page for each status. */
export function memberTotalsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'totals'],
    queryFn: async ({ signal }): Promise<MemberTotals> => {
      const counts = await Promise.all(
        MEMBER_STATUSES.map((status) => countMembers(api, teamId, { status }, signal)),
      );
      return toTotals(counts);
    },
  });
}

/**
 * The number of members of a status, optionally of those who enrolled between two days.
 *
 * @param enrolled both days as `YYYY-MM-DD`, inclusive
 */
export async function countMembers(
  api: Api,
  teamId: string,
  { status, enrolled }: { status: MemberStatus; enrolled?: { first: string; last: string } },
  signal: AbortSignal,
): Promise<number> {
  const days = enrolled && [enrolled.first, enrolled.last].map(formatMonthDayYear).join('-');
  const { data } = await api.loyalty(teamId).request(listMembers, {
    query: {
      member_status: status,
      count: 1,
      ...(days ? { enrolment_date: dateFilter({ between: days }) } : {}),
    },
    signal,
  });
  return data.total;
}

/** @param counts one for each of `MEMBER_STATUSES`, in this order */
export function toTotals(counts: readonly number[]): MemberTotals {
  return Object.fromEntries(
    MEMBER_STATUSES.map((status, index) => [status, counts[index] ?? 0]),
  ) as MemberTotals;
}

/** How many events were received today, in the user's time zone. */
export function eventsTodayQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'webhooks', 'today'],
    queryFn: async ({ signal }): Promise<number> => {
      const since = startOfDay(new Date()).toISOString();
      const params = { team_id: teamId };
      const query = { since, count: 1 };
      return (await inbox.request(listInboxEvents, { params, query, signal })).total;
    },
  });
}

/** The newest events. Disabled without an inbox. */
export function latestEventsQuery(inbox: Client | undefined, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'webhooks', 'latest'],
    queryFn: inbox
      ? async ({ signal }): Promise<readonly InboxEvent[]> => {
          const params = { team_id: teamId };
          const query = { count: LATEST_COUNT };
          return (await inbox.request(listInboxEvents, { params, query, signal })).data;
        }
      : skipToken,
  });
}

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
