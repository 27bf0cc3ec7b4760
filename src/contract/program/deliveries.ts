import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { administration, ITEM_PATH, reading } from './webhooks.ts';

// What was sent to a webhook, and sending it again (decisions.md, 62).

const attemptSchema = z.looseObject({
  /** From 1. */
  number: z.int(),
  started_at: timestampSchema,
  /** Null while it runs, or if its process crashed. */
  duration_ms: z.nullable(z.int()),
  /** Of the response; null without one. */
  status: z.nullable(z.int()),
  /** Why there was no response. */
  error: z.nullable(z.string()),
  /** The beginning of a response whose status isn't 200. */
  response: z.nullable(z.string()),
});

/** Of a request: by it, one is found among others of its type. */
const firstEventSchema = z.looseObject({
  id: z.string(),
  member_id: z.nullable(z.string()),
  member_name: z.nullable(z.string()),
});

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

const managedDeliverySchema = z.looseObject({
  id: z.string(),
  /** The `request_id` in its body. */
  request_id: z.string(),
  state: openEnum(DELIVERY_STATES),
  event_type: z.nullable(z.string()),
  events: z.int(),
  /** Null if it is no longer stored. */
  first_event: z.nullable(firstEventSchema),
  created_at: timestampSchema,
  /** Null unless it is waiting. */
  next_attempt_at: z.nullable(timestampSchema),
  attempts: z.array(attemptSchema),
});
export type ManagedDelivery = z.output<typeof managedDeliverySchema>;
const managedDeliveryDetailsSchema = z.extend(managedDeliverySchema, {
  url: z.string(),
  /** Built from its events, with the bytes of each attempt; null if they are no longer stored. */
  body: z.nullable(z.string()),
  /** Of the last attempt; without the signatures and the nonce if nothing was sent. */
  headers: z.record(z.string(), z.string()),
});
export type ManagedDeliveryDetails = z.output<typeof managedDeliveryDetailsSchema>;

const inboxRequest = {
  /** The request in the team's inbox; null if it isn't there. */
  inbox_request_id: z.nullable(z.string()),
};
export const webhookDeliverySchema = z.extend(managedDeliverySchema, inboxRequest);
export const webhookDeliveryDetailsSchema = z.extend(managedDeliveryDetailsSchema, inboxRequest);

export const webhookDaysSchema = z.looseObject({
  /** How long the receiver took, of the last deliveries; null without one. */
  median_ms: z.nullable(z.int()),
  /** The last 14 days in UTC, the oldest first. */
  days: z.array(
    z.looseObject({
      day: z.string(),
      delivered: z.int(),
      failed: z.int(),
      waiting: z.int(),
    }),
  ),
});
export type WebhookDays = z.output<typeof webhookDaysSchema>;

export const getWebhookDays = defineEndpoint({
  ...reading,
  id: 'getWebhookDays',
  isAggregate: true,
  method: 'GET',
  path: `${ITEM_PATH}/days`,
  response: itemOf(webhookDaysSchema),
});

export const listWebhookDeliveries = defineEndpoint({
  ...reading,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${ITEM_PATH}/deliveries`,
  query: strictQuery({
    ...cursorParameters,
    state: z.optional(z.enum(DELIVERY_STATES, { error: 'Must be a state' })),
  }),
  response: cursorListOf(webhookDeliverySchema),
});

export const getWebhookDelivery = defineEndpoint({
  ...reading,
  id: 'getWebhookDelivery',
  method: 'GET',
  path: `${ITEM_PATH}/deliveries/:delivery_id`,
  response: itemOf(webhookDeliveryDetailsSchema),
});

const retried = itemOf(z.looseObject({ retried: z.int() }));

export const retryWebhookDelivery = defineEndpoint({
  ...administration,
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: `${ITEM_PATH}/deliveries/:delivery_id/retry`,
  query: strictQuery(idTokenParameter),
  status: 202,
  response: retried,
});

export const retryWebhookDeliveries = defineEndpoint({
  ...administration,
  id: 'retryWebhookDeliveries',
  method: 'POST',
  path: `${ITEM_PATH}/retry`,
  query: strictQuery(idTokenParameter),
  body: z.object({ since: instantSchema }),
  bodyMaxBytes: 4 * 1024,
  status: 202,
  response: retried,
});

export const resendWebhookEvents = defineEndpoint({
  ...administration,
  id: 'resendWebhookEvents',
  method: 'POST',
  path: `${ITEM_PATH}/resend`,
  query: strictQuery(idTokenParameter),
  body: z.object({ since: instantSchema }),
  bodyMaxBytes: 4 * 1024,
  status: 202,
  /** Null if there are more than 10,000. */
  response: itemOf(z.looseObject({ events: z.nullable(z.int()) })),
});
