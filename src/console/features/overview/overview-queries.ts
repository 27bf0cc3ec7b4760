import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { Client } from '#console/api/client.ts';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { mapInParallel } from '#console/lib/map-in-parallel.ts';
import { type Account, listAccounts } from '#contract/advocacy/accounts.ts';
import { type Domain, listDomains } from '#contract/advocacy/domains.ts';
import { type InboxEvent, listInboxEvents } from '#contract/gateway/inbox.ts';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { dateFilter } from '#contract/loyalty/members/member-filters.ts';
import { listMembers } from '#contract/loyalty/members/members.ts';
import type { Month } from './enrollments/months.ts';

/** An account that ends sooner than this wants attention, in ms. */
const SOON_MS = 7 * 24 * 60 * 60_000;
/** More than these are told as "or more". */
export const MAX_EXPIRING = 25;
/** Events that are shown. */
const LATEST_COUNT = 5;
/** Eleven of twelve months are over, and many requests are made for them, in ms. */
const ENROLLMENTS_STALE_MS = 5 * 60_000;
/** A browser keeps six connections to a server; the other panels need some too. */
const MAX_PARALLEL_COUNTS = 4;

export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** How many members of each status. */
export type MemberTotals = Readonly<Record<MemberStatus, number>>;

/** Accounts whose authorization has ended or ends within a week, the first to end first. */
export function expiringAccountsQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'accounts', 'expiring'],
    queryFn: async ({ signal }): Promise<readonly Account[]> => {
      const { data } = await api.advocacy.request(listAccounts, {
        params: { team_id: teamId },
        query: { sort: 'expires_at', 'page[size]': MAX_EXPIRING },
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

/** Members by status: the totals of the lists, each from its smallest page. */
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

/** How many members enrolled in a month, by the status that they have now. */
export interface MonthEnrollments {
  readonly month: Month;
  readonly byStatus: MemberTotals;
  readonly total: number;
}

/** Enrolments by month: the totals of the lists, asked for side by side. */
export function enrollmentsQuery(api: Api, teamId: string, months: readonly Month[]) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'enrolments', months.at(-1)?.first],
    queryFn: async ({ signal }): Promise<readonly MonthEnrollments[]> => {
      const cells = months.flatMap((month) => MEMBER_STATUSES.map((status) => ({ month, status })));
      const counts = await mapInParallel(cells, MAX_PARALLEL_COUNTS, (cell) =>
        countMembers(api, teamId, cell, signal),
      );
      return months.map((month, index) => {
        const start = index * MEMBER_STATUSES.length;
        const own = counts.slice(start, start + MEMBER_STATUSES.length);
        return { month, byStatus: toTotals(own), total: own.reduce((sum, one) => sum + one, 0) };
      });
    },
    staleTime: ENROLLMENTS_STALE_MS,
  });
}

/** Members of a status, in all or enrolled in a month: the list's own total. */
async function countMembers(
  api: Api,
  teamId: string,
  { status, month }: { status: MemberStatus; month?: Month },
  signal: AbortSignal,
): Promise<number> {
  const days = month && [month.first, month.last].map(formatMonthDayYear).join('-');
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

/** @param counts one for each status, in their order */
function toTotals(counts: readonly number[]): MemberTotals {
  return Object.fromEntries(
    MEMBER_STATUSES.map((status, index) => [status, counts[index] ?? 0]),
  ) as MemberTotals;
}

/** How many events came in today, where the reader is. */
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

/** The events that came in last; never read where there is no inbox. */
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
