import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integerParams, positiveInteger, strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { storableText } from '#contract/text.ts';

// Paths are relative to the gateway's base address. Its refusals are JSON:API errors.

export const INBOX_COUNT_DEFAULT = 50;
export const INBOX_COUNT_MAX = 200;

export const DELIVERY_OUTCOMES = [
  'accepted',
  'duplicate',
  'bad_signature',
  'stale',
  'malformed',
  'too_large',
] as const;

export const INBOX_EVENT_STATES = ['pending', 'processed', 'failed', 'malformed'] as const;

/** So many ids of a delivery's events are in a list. */
export const LISTED_EVENT_IDS = 100;
/** An event's data and a delivery's body are in a list up to this size. */
export const LISTED_BYTES = 16 * 1024;

/** A delivery as it came in, and what was made of it (decisions.md, 38). */
export const inboxDeliverySchema = z.looseObject({
  id: z.string(),
  received_at: z.string(),
  verdict: openEnum(DELIVERY_OUTCOMES),
  /** Why it was refused, or what is odd about it. */
  reason: z.nullable(z.string()),
  /** These three as the envelope states them; null where it could not be read. */
  request_id: z.nullable(z.string()),
  event_type: z.nullable(z.string()),
  total_count: z.nullable(z.int()),
  /** The headers; null where they were missing. */
  signature: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  /** Ids of the events in it that are in the inbox; in a list the first `LISTED_EVENT_IDS`. */
  events: z.array(z.string()),
  /** How many they are. */
  event_count: z.int(),
  /**
   * The body as it was signed; null where it was too large to be kept, and in a list where it is
   * larger than `LISTED_BYTES`: the delivery that is asked for by its id has it.
   */
  body: z.nullable(z.string()),
});
export type InboxDelivery = z.output<typeof inboxDeliverySchema>;

/** The newest that the processed events of the last 30 days say of a member. */
export const memberFactsSchema = z.looseObject({
  /** The event that said it. */
  event_id: z.string(),
  /** When it was true. */
  as_of: z.string(),
  /** As in the event; null where it said nothing but who the member is. */
  member_info: z.unknown(),
});
export type MemberFacts = z.output<typeof memberFactsSchema>;

/** An event of the loyalty program (decisions.md, 38). */
export const inboxEventSchema = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  /**
   * As it was sent; see loyalty/webhooks.ts for the known types. Null in a list where it is larger
   * than `LISTED_BYTES`: the event that is asked for by its id has it.
   */
  data: z.unknown(),
  member_id: z.nullable(z.string()),
  webhook_request_id: z.string(),
  received_at: z.string(),
  processed_at: z.nullable(z.string()),
  state: openEnum(INBOX_EVENT_STATES),
  /** How often it was processed again by hand. */
  replays: z.int(),
  /**
   * With one event that was asked for by its id: what is known of its member by now, so that an
   * event that others have overtaken can be told; null where nothing is.
   */
  member_facts: z.optional(z.nullable(memberFactsSchema)),
});
export type InboxEvent = z.output<typeof inboxEventSchema>;

/** A page of a list: newest first; `total` counts what matches the filters, whatever the cursor. */
export function inboxListOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({
    data: z.array(item),
    total: z.int(),
    next_cursor: z.nullable(z.string()),
    more: z.boolean(),
  });
}

/** The reply of an operation on one item. */
export function inboxItemOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({ data: item });
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** A moment in UTC, in ISO 8601, of a day that there is. */
export const instantSchema = z.string().check(
  z.refine(
    (text) => {
      const moment = new Date(INSTANT.test(text) ? text : Number.NaN);
      return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10));
    },
    { error: 'Takes a time such as 2026-01-31T12:00:00.000Z' },
  ),
);

/** Of every list. */
export const inboxPageParameters = {
  start_cursor: z.optional(z.string()),
  count: z._default(positiveInteger(INBOX_COUNT_MAX), INBOX_COUNT_DEFAULT),
};

const listParameters = {
  ...inboxPageParameters,
  event_type: z.optional(z.string().check(storableText)),
  /** About this member. A delivery is where one of its events is; one that was refused has none. */
  member_id: z.optional(z.string().check(storableText)),
  /** Received at or after, and before. */
  since: z.optional(instantSchema),
  until: z.optional(instantSchema),
};

export const teamParams = integerParams(['team_id']);
const itemId = z.string().check(z.minLength(1), z.maxLength(255), storableText);
const requestParams = z.extend(teamParams, { request_id: itemId });
const eventParams = z.extend(teamParams, { event_id: itemId });

export const listInboxDeliveries = defineEndpoint({
  id: 'listInboxDeliveries',
  method: 'GET',
  path: '/teams/:team_id/webhook-requests',
  summary: 'List the deliveries that came in',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({ ...listParameters, verdict: z.optional(z.enum(DELIVERY_OUTCOMES)) }),
  body: undefined,
  status: 200,
  response: inboxListOf(inboxDeliverySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const getInboxDelivery = defineEndpoint({
  id: 'getInboxDelivery',
  method: 'GET',
  path: '/teams/:team_id/webhook-requests/:request_id',
  summary: 'Retrieve a delivery',
  tag: 'Webhook inbox',
  params: requestParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: inboxItemOf(inboxDeliverySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const listInboxEvents = defineEndpoint({
  id: 'listInboxEvents',
  method: 'GET',
  path: '/teams/:team_id/webhook-events',
  summary: 'List the events that came in',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({
    ...listParameters,
    state: z.optional(z.enum(INBOX_EVENT_STATES)),
  }),
  body: undefined,
  status: 200,
  response: inboxListOf(inboxEventSchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const getInboxEvent = defineEndpoint({
  id: 'getInboxEvent',
  method: 'GET',
  path: '/teams/:team_id/webhook-events/:event_id',
  summary: 'Retrieve an event',
  tag: 'Webhook inbox',
  params: eventParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: inboxItemOf(inboxEventSchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const replayInboxEvent = defineEndpoint({
  id: 'replayInboxEvent',
  method: 'POST',
  path: '/teams/:team_id/webhook-events/:event_id/replay',
  summary: 'Process an event again',
  tag: 'Webhook inbox',
  params: eventParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: inboxItemOf(inboxEventSchema),
  scope: 'webhooks:write',
  errors: [400, 401, 403, 404],
});

/** Where the loyalty program delivers its events: POST, signed (loyalty.md, Events). */
export const INBOX_DELIVERY_PATH = '/teams/:team_id/webhooks/loyalty';

/**
 * The stream's address and the name of its messages (server-sent events): `id` is a sequence
 * number for `Last-Event-ID`, `data` one event as `webhookEventSchema` in JSON.
 */
export const INBOX_STREAM_PATH = '/teams/:team_id/webhook-events/stream';
export const INBOX_STREAM_EVENT = 'webhook-event';
