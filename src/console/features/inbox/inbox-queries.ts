import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { nullIfNotFound } from '#console/api/errors/null-if-not-found.ts';
import { type CursorPage, cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import {
  getInboxDelivery,
  getInboxEvent,
  type InboxDelivery,
  type InboxEvent,
  listInboxDeliveries,
  listInboxEvents,
  listInboxEventTypes,
} from '#contract/gateway/inbox.ts';
import {
  getInboxReplay,
  type InboxReplay,
  listInboxReplays,
} from '#contract/gateway/inbox-replays.ts';
import { type InboxFilters, type InboxView, parseInboxView, toInboxQuery } from './inbox-view.ts';

/** Poll interval while something is being processed. */
const PENDING_POLL_MS = 1_000;
/** Poll interval of the requests list, because the stream doesn't include rejected requests. */
const REQUESTS_POLL_MS = 10_000;

/** One page of events. Shows the previous page while it loads. */
export function eventsQuery(inbox: Client, teamId: string, view: InboxView) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'events', view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<InboxEvent>> => {
      const { verdict: _verdict, ...query } = toInboxQuery(view);
      const params = { team_id: teamId };
      return cursorPage(await inbox.request(listInboxEvents, { params, query, signal }), view);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some(({ state }) => state === 'pending') ? PENDING_POLL_MS : false,
  });
}

/** One page of requests. Shows the previous page while it loads. */
export function requestsQuery(inbox: Client, teamId: string, view: InboxView) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'requests', view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<InboxDelivery>> => {
      const { state: _state, q: _q, ...query } = toInboxQuery(view);
      const params = { team_id: teamId };
      return cursorPage(await inbox.request(listInboxDeliveries, { params, query, signal }), view);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
    refetchInterval: REQUESTS_POLL_MS,
  });
}

/** One event, polled until it is processed; null if it doesn't exist. */
export function eventQuery(inbox: Client, teamId: string, eventId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'event', eventId] as const,
    queryFn: async ({ signal }): Promise<InboxEvent | null> => {
      const params = { team_id: teamId, event_id: eventId };
      const response = inbox.request(getInboxEvent, { params, signal });
      return (await nullIfNotFound(response, [404]))?.data ?? null;
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? PENDING_POLL_MS : false),
  });
}

/** One request; null if it doesn't exist. */
export function requestQuery(inbox: Client, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'request', requestId] as const,
    queryFn: async ({ signal }): Promise<InboxDelivery | null> => {
      const params = { team_id: teamId, request_id: requestId };
      const response = inbox.request(getInboxDelivery, { params, signal });
      return (await nullIfNotFound(response, [404]))?.data ?? null;
    },
  });
}

/** The filters that events can be replayed by. */
export type ReplayFilters = Pick<
  InboxFilters,
  'event_type' | 'member_id' | 'state' | 'since' | 'until'
>;

/** How many events a replay would process: no malformed ones or tests. */
export function replayableQuery(inbox: Client, teamId: string, filters: ReplayFilters) {
  const count = eventCounter(inbox, teamId);
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'replayable', filters] as const,
    queryFn: async ({ signal }): Promise<number> => {
      if (filters.state === 'malformed') return 0;
      if (filters.state !== undefined) return count(filters, signal);
      const [all, malformed] = await Promise.all([
        count(filters, signal),
        count({ ...filters, state: 'malformed' }, signal),
      ]);
      return all - malformed;
    },
    staleTime: 0,
  });
}

/** How many of those events were replayed before. */
export function replayedQuery(inbox: Client, teamId: string, filters: ReplayFilters) {
  const count = eventCounter(inbox, teamId);
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'replayed', filters] as const,
    queryFn: ({ signal }) => count({ ...filters, replayed: 'true' }, signal),
    staleTime: 0,
  });
}

/** Counts events, except tests. */
function eventCounter(inbox: Client, teamId: string) {
  return async (query: ReplayFilters & { readonly replayed?: 'true' }, signal: AbortSignal) => {
    const params = { team_id: teamId };
    const page = { ...query, test: 'false' as const, count: 1 };
    return (await inbox.request(listInboxEvents, { params, query: page, signal })).total;
  };
}

export function eventTypesQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'event-types'] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      return (await inbox.request(listInboxEventTypes, { params, signal })).data;
    },
  });
}

export function runningReplaysQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'running-replays'] as const,
    queryFn: async ({ signal }): Promise<readonly InboxReplay[]> => {
      const params = { team_id: teamId };
      const query = { state: 'running' as const };
      return (await inbox.request(listInboxReplays, { params, query, signal })).data;
    },
    // Someone who returns to the page sees the replay they just started.
    staleTime: 0,
  });
}

/** Whether the item doesn't exist, so that a retry is pointless. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** One replay, polled until it has ended. */
export function replayQuery(inbox: Client, teamId: string, replayId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'replay', replayId] as const,
    queryFn: async ({ signal }): Promise<InboxReplay> => {
      const params = { team_id: teamId, replay_id: replayId };
      return (await inbox.request(getInboxReplay, { params, signal })).data;
    },
    refetchInterval: ({ state: { data, error } }) =>
      (data === undefined || data.state === 'running') && !isNotFound(error)
        ? PENDING_POLL_MS
        : false,
  });
}

export const inboxLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseInboxView(new URL(request.url).searchParams);
    if (inbox && view.list === 'events') {
      void queryClient.prefetchQuery(eventsQuery(inbox, teamId, view));
    } else if (inbox) {
      void queryClient.prefetchQuery(requestsQuery(inbox, teamId, view));
    }
    return null;
  };

export const eventLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '', eventId = '' } }) => {
    if (inbox) void queryClient.prefetchQuery(eventQuery(inbox, teamId, eventId));
    return null;
  };

export const requestLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '', requestId = '' } }) => {
    if (inbox) void queryClient.prefetchQuery(requestQuery(inbox, teamId, requestId));
    return null;
  };
