import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint, integerParams } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import { strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, requiredText, text } from '#contract/text.ts';
import { wireSchemas } from '#contract/wire-schemas.ts';

// Paths are relative to the gateway's base URL. Errors are JSON:API documents.

export const DELIVERY_OUTCOMES = [
  'accepted',
  'duplicate',
  'bad_signature',
  'stale',
  'malformed',
  'too_large',
] as const;
export const REJECTED_OUTCOMES = ['bad_signature', 'stale', 'malformed', 'too_large'] as const;
/** The outcomes by which requests can be filtered; `rejected` is any of the rejected ones. */
export const OUTCOME_FILTERS = [...DELIVERY_OUTCOMES, 'rejected'] as const;

export const INBOX_EVENT_STATES = ['pending', 'processed', 'failed', 'malformed'] as const;

/** The maximum number of event ids of a delivery in a list. */
export const LISTED_EVENT_IDS = 100;
/** How far back `q` searches. */
export const SEARCHED_EVENTS = 20_000;
const SEARCH_MAX_LENGTH = 200;
/** Event data and delivery bodies up to this size are included in lists. */
export const LISTED_BYTES = 16 * 1024;

/** A received webhook request, called a delivery in the code, and its outcome (decisions.md, 38). */
export const inboxDeliverySchema = z.looseObject({
  id: z.string(),
  received_at: z.string(),
  verdict: openEnum(DELIVERY_OUTCOMES),
  /** Why it was rejected, or what is unusual about it. */
  reason: z.nullable(z.string()),
  /** These three come from the envelope; null if it could not be parsed. */
  request_id: z.nullable(z.string()),
  event_type: z.nullable(z.string()),
  /** The distinct types of its events, in their order; `event_type` is the first. */
  event_types: z.array(z.string()),
  total_count: z.nullable(z.int()),
  /** These two are headers; null if missing. */
  signature: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  /** The request id in the body of a rejected request, which nothing confirms. */
  claimed_request_id: z.nullable(z.string()),
  /** The address it came from; null for tests. */
  ip: z.nullable(z.string()),
  /** The status of our response. */
  response_status: z.int(),
  /** How long our response took, in ms; null if that wasn't measured. */
  duration_ms: z.optional(z.nullable(z.int())),
  /** Sent from the console to try out the inbox. */
  test: z.boolean(),
  /** Ids of its events that are in the inbox; in a list only the first `LISTED_EVENT_IDS`. */
  events: z.array(z.string()),
  /** Number of its events in the inbox. */
  event_count: z.int(),
  /**
   * The signed body; null if it was too large to store, rejected more than 7 days ago, or a member in it was erased. In
   * a list also null if it is larger than `LISTED_BYTES`; retrieve the delivery by id to get it.
   */
  body: z.nullable(z.string()),
});
export type InboxDelivery = z.output<typeof inboxDeliverySchema>;

/** The newest facts about a member in the processed events of the last 30 days. */
export const memberFactsSchema = z.looseObject({
  /** The event they come from. */
  event_id: z.string(),
  /** When they were true. */
  as_of: z.string(),
  /** As in the event; null if the event only identified the member. */
  member_info: z.unknown(),
});
export type MemberFacts = z.output<typeof memberFactsSchema>;

/** An event of the loyalty program (decisions.md, 38). */
export const inboxEventSchema = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  /**
   * As received; see loyalty/webhooks.ts for the known types. In a list null if it is larger than
   * `LISTED_BYTES`; retrieve the event by id to get it.
   */
  data: z.unknown(),
  member_id: z.nullable(z.string()),
  webhook_request_id: z.string(),
  received_at: z.string(),
  processed_at: z.nullable(z.string()),
  state: openEnum(INBOX_EVENT_STATES),
  /** Why parts of it can't be read; null if all can, or if `data` isn't included. */
  reason: z.nullable(z.string()),
  replays: z.int(),
  /** From a test request: it never updates member data. */
  test: z.boolean(),
  /** Of a tier upgrade: the name of the member's tier before it; null if it isn't known. */
  previous_tier: z.optional(z.nullable(z.string())),
  /**
   * In lists and for an event retrieved by id: whether no member has its `member_id`, according to a
   * directory that was read after the event was received. False for tests.
   */
  unknown_member: z.optional(z.boolean()),
  /**
   * Only for an event retrieved by id: the current facts about its member, which shows whether
   * newer events have superseded this one. Null if there are none.
   */
  member_facts: z.optional(z.nullable(memberFactsSchema)),
});
export type InboxEvent = z.output<typeof inboxEventSchema>;

const listParameters = {
  ...cursorParameters,
  event_type: z.optional(text(ID_MAX_LENGTH)),
  /** About this member. A delivery matches if one of its events does; a rejected one never matches. */
  member_id: z.optional(text(ID_MAX_LENGTH)),
  /** Received at or after `since`, and before `until`. */
  since: z.optional(instantSchema),
  until: z.optional(instantSchema),
  /** Only those sent from the console to try out the inbox, or only the others. */
  test: z.optional(z.enum(['true', 'false']).register(wireSchemas, { type: 'boolean' })),
};

const itemId = requiredText(ID_MAX_LENGTH);
const requestParams = z.extend(integerParams(['team_id']), { request_id: itemId });
export const eventParams = z.extend(integerParams(['team_id']), { event_id: itemId });

export const listInboxDeliveries = defineEndpoint({
  id: 'listInboxDeliveries',
  method: 'GET',
  path: '/teams/:team_id/webhook-requests',
  tag: 'Webhook inbox',
  query: strictQuery({
    ...listParameters,
    verdict: z.optional(z.enum(OUTCOME_FILTERS)),
    /** The attempts of one request, which have the same id; rejected ones claim it. */
    request_id: z.optional(text(ID_MAX_LENGTH)),
  }),
  response: cursorListOf(inboxDeliverySchema),
  scope: 'webhooks:read',
});

export const getInboxDelivery = defineEndpoint({
  id: 'getInboxDelivery',
  method: 'GET',
  path: '/teams/:team_id/webhook-requests/:request_id',
  tag: 'Webhook inbox',
  params: requestParams,
  response: itemOf(inboxDeliverySchema),
  scope: 'webhooks:read',
});

export const listInboxEvents = defineEndpoint({
  id: 'listInboxEvents',
  method: 'GET',
  path: '/teams/:team_id/webhook-events',
  tag: 'Webhook inbox',
  query: strictQuery({
    ...listParameters,
    state: z.optional(z.enum(INBOX_EVENT_STATES)),
    /** Only those that were replayed, or only the others. */
    replayed: z.optional(z.enum(['true', 'false']).register(wireSchemas, { type: 'boolean' })),
    /** The events of a delivery, including those that an earlier one brought. */
    webhook_request_id: z.optional(text(ID_MAX_LENGTH)),
    /** Text in the event's data, in upper or lower case; searches the newest `SEARCHED_EVENTS`. */
    q: z.optional(requiredText(SEARCH_MAX_LENGTH)),
  }),
  response: cursorListOf(inboxEventSchema),
  scope: 'webhooks:read',
});

/** The types of the events in the inbox, for the filter. */
export const listInboxEventTypes = defineEndpoint({
  id: 'listInboxEventTypes',
  method: 'GET',
  path: '/teams/:team_id/webhook-event-types',
  tag: 'Webhook inbox',
  response: itemOf(z.array(z.string())),
  scope: 'webhooks:read',
});

export const getInboxEvent = defineEndpoint({
  id: 'getInboxEvent',
  method: 'GET',
  path: '/teams/:team_id/webhook-events/:event_id',
  tag: 'Webhook inbox',
  params: eventParams,
  response: itemOf(inboxEventSchema),
  scope: 'webhooks:read',
});

/** Path to which the loyalty program posts its signed deliveries (loyalty.md, Events). */
export const INBOX_DELIVERY_PATH = '/teams/:team_id/webhooks/loyalty';

/**
 * The path of the server-sent events and the name of each event. `id` is a sequence number for
 * `Last-Event-ID`, `data` an `inboxEventSchema` as JSON.
 */
export const INBOX_STREAM_PATH = '/teams/:team_id/webhook-events/stream';
export const INBOX_STREAM_EVENT = 'webhook-event';
