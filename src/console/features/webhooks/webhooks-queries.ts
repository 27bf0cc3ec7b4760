import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { nullIfNotFound } from '#console/api/errors/null-if-not-found.ts';
import { keepPreviousPage } from '#console/api/keep-previous-page.ts';
import {
  getInboxDelivery,
  getInboxEvent,
  type InboxDelivery,
  type InboxEvent,
  listInboxDeliveries,
  listInboxEvents,
} from '#contract/gateway/inbox.ts';
import {
  getInboxReplay,
  type InboxReplay,
  listInboxReplays,
} from '#contract/gateway/inbox-replays.ts';
import { toInboxQuery, type WebhooksView } from './webhooks-view.ts';

/** How often what waits for its work is looked at again, in ms. */
const WAITING_MS = 1_000;
/** The stream tells of no request that was refused, so the list is looked at by itself, in ms. */
const REFUSED_MS = 10_000;

/** One page of one of the lists. */
export interface InboxPage<Row> {
  /** Place of its first row in the whole list, from 1. */
  readonly from: number;
  /** Of all that the filters match. */
  readonly total: number;
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Everything that was read of a team's inbox. */
export const inboxKey = (teamId: string) => ['teams', teamId, 'webhooks'] as const;

/** One page of the events. The page before stays until the new one is there. */
export function eventsQuery(inbox: Client, teamId: string, view: WebhooksView) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'events', view] as const,
    queryFn: async ({ signal }): Promise<InboxPage<InboxEvent>> => {
      const { verdict: _other, ...query } = toInboxQuery(view);
      const params = { team_id: teamId };
      return toPage(await inbox.request(listInboxEvents, { params, query, signal }), view);
    },
    placeholderData: (page) => keepPreviousPage(page, page?.rows),
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some(({ state }) => state === 'pending') ? WAITING_MS : false,
  });
}

/** One page of the requests. */
export function requestsQuery(inbox: Client, teamId: string, view: WebhooksView) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'requests', view] as const,
    queryFn: async ({ signal }): Promise<InboxPage<InboxDelivery>> => {
      const { state: _state, ...query } = toInboxQuery(view);
      const params = { team_id: teamId };
      return toPage(await inbox.request(listInboxDeliveries, { params, query, signal }), view);
    },
    placeholderData: (page) => keepPreviousPage(page, page?.rows),
    refetchInterval: REFUSED_MS,
  });
}

function toPage<Row>(
  reply: { data: Row[]; total: number; next_cursor: string | null },
  { from }: WebhooksView,
): InboxPage<Row> {
  return { from, total: reply.total, rows: reply.data, nextCursor: reply.next_cursor ?? undefined };
}

/** One event, read again until its work is done; null where there is none of that id. */
export function eventQuery(inbox: Client, teamId: string, eventId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'event', eventId] as const,
    queryFn: async ({ signal }): Promise<InboxEvent | null> => {
      const params = { team_id: teamId, event_id: eventId };
      const reading = inbox.request(getInboxEvent, { params, signal });
      return (await nullIfNotFound(reading, [404]))?.data ?? null;
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? WAITING_MS : false),
  });
}

/** One request; null where there is none of that id. */
export function requestQuery(inbox: Client, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'request', requestId] as const,
    queryFn: async ({ signal }): Promise<InboxDelivery | null> => {
      const params = { team_id: teamId, request_id: requestId };
      const reading = inbox.request(getInboxDelivery, { params, signal });
      return (await nullIfNotFound(reading, [404]))?.data ?? null;
    },
  });
}

/** How many events were received since a time; only those in a state where one is given. */
async function countEvents(
  inbox: Client,
  teamId: string,
  query: { since: string; state?: 'malformed' },
  signal: AbortSignal,
): Promise<number> {
  const params = { team_id: teamId };
  const page = { ...query, count: 1 };
  return (await inbox.request(listInboxEvents, { params, query: page, signal })).total;
}

/** How many events a replay since a time would process again: malformed ones can't be. */
export function replayableQuery(inbox: Client, teamId: string, since: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'replayable', since] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const [all, malformed] = await Promise.all([
        countEvents(inbox, teamId, { since }, signal),
        countEvents(inbox, teamId, { since, state: 'malformed' }, signal),
      ]);
      return all - malformed;
    },
    staleTime: 0,
  });
}

/** The replays that run, whoever started them. */
export function runningReplaysQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'running-replays'] as const,
    queryFn: async ({ signal }): Promise<readonly InboxReplay[]> => {
      const params = { team_id: teamId };
      const query = { state: 'running' as const };
      return (await inbox.request(listInboxReplays, { params, query, signal })).data;
    },
    // Who comes back to the page finds what was started a moment ago.
    staleTime: 0,
  });
}

/** Whether what was read is not there, or no more: nothing comes of reading it again. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** One replay, read again until it has ended. */
export function replayQuery(inbox: Client, teamId: string, replayId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'replay', replayId] as const,
    queryFn: async ({ signal }): Promise<InboxReplay> => {
      const params = { team_id: teamId, replay_id: replayId };
      return (await inbox.request(getInboxReplay, { params, signal })).data;
    },
    refetchInterval: ({ state: { data, error } }) =>
      (data === undefined || data.state === 'running') && !isGone(error) ? WAITING_MS : false,
  });
}
