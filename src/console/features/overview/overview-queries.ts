import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { type InboxEvent, listInboxEvents } from '#contract/gateway/inbox.ts';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { dateFilter } from '#contract/loyalty/members/member-filters.ts';
import { listMembers } from '#contract/loyalty/members/members.ts';

/** How often what changes by itself is read again while the page is visible. */
const LIVE_MS = 10_000;
const YESTERDAY_MS = 60_000;
const LATEST_COUNT = 5;
/** In requests of the inbox: test events are not counted. */
const WITHOUT_TESTS = { test: 'false' } as const;

export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export type MemberTotals = Readonly<Record<MemberStatus, number>>;

/** The number of members by status: the total of a list page for each status. */
export function memberTotalsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'totals'],
    queryFn: async ({ signal }): Promise<MemberTotals> => {
      const [first, ...others] = MEMBER_STATUSES;
      // On its own, so that a missing loyalty program costs one request.
      const firstCount = await countMembers(api, teamId, { status: first }, signal);
      const counts = await Promise.all(
        others.map((status) => countMembers(api, teamId, { status }, signal)),
      );
      return toTotals([firstCount, ...counts]);
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
  return data.total ?? 0;
}

/** @param counts one for each of `MEMBER_STATUSES`, in this order */
export function toTotals(counts: readonly number[]): MemberTotals {
  return Object.fromEntries(
    MEMBER_STATUSES.map((status, index) => [status, counts[index] ?? 0]),
  ) as MemberTotals;
}

/** How many events were received today in the user's time zone, without tests. */
export function eventsTodayQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'today'],
    refetchInterval: LIVE_MS,
    queryFn: ({ signal }) => {
      const since = startOfDay(new Date()).toISOString();
      return countEvents(inbox, teamId, { since }, signal);
    },
  });
}

/** How many were received yesterday until the same time of day. */
export function eventsYesterdayQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'yesterday'],
    refetchInterval: YESTERDAY_MS,
    queryFn: ({ signal }) => {
      const until = new Date();
      until.setDate(until.getDate() - 1);
      const range = { since: startOfDay(until).toISOString(), until: until.toISOString() };
      return countEvents(inbox, teamId, range, signal);
    },
  });
}

async function countEvents(
  inbox: Client,
  teamId: string,
  range: { since: string; until?: string },
  signal: AbortSignal,
): Promise<number> {
  const query = { ...WITHOUT_TESTS, ...range, count: 1 };
  return (await inbox.request(listInboxEvents, { params: { team_id: teamId }, query, signal }))
    .total;
}

/** The newest events. Disabled without an inbox. */
export function latestEventsQuery(inbox: Client | undefined, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'latest'],
    refetchInterval: LIVE_MS,
    queryFn: inbox
      ? async ({ signal }): Promise<readonly InboxEvent[]> => {
          const params = { team_id: teamId };
          const query = { count: LATEST_COUNT };
          return (await inbox.request(listInboxEvents, { params, query, signal })).data;
        }
      : skipToken,
  });
}

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
