import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import {
  idTokenParameter,
  integerParams,
  strictQuery,
  timestampSchema,
} from '#contract/json-api.ts';
import { WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import { openEnum } from '#contract/open-enum.ts';
import { requiredText } from '#contract/text.ts';

// Webhooks of the team's program, for its administrators (decisions.md, 62). Writes need the id_token.

const PATH = '/teams/:team_id/program/webhooks';
const ITEM_PATH = `${PATH}/:webhook_id`;
const TAG = 'Program';
const teamParams = integerParams(['team_id']);
const webhookParams = integerParams(['team_id', 'webhook_id']);
const URL_MAX_LENGTH = 2048;

const managedWebhookSchema = z.looseObject({
  id: z.string(),
  url: z.string(),
  /** Null for all types, also future ones. */
  event_types: z.nullable(z.array(openEnum(WEBHOOK_EVENT_TYPES))),
  paused: z.boolean(),
  /** Patron paused it after three days of failures; a successful test resumes it. */
  paused_by_failures: z.boolean(),
  created_at: timestampSchema,
  /** Requests are also signed with the last secret until then; null if they aren't. */
  previous_secret_until: z.nullable(timestampSchema),
  /** Of the last 30 days. */
  health: z.looseObject({
    delivered: z.int(),
    failed: z.int(),
    /** Deliveries that are not completed. */
    waiting: z.int(),
    last_delivered_at: z.nullable(timestampSchema),
    /** Null if no delivery is waiting. */
    next_attempt_at: z.nullable(timestampSchema),
  }),
});
/** A webhook in the loyalty service, which doesn't know the gateway's inbox. */
export type ManagedWebhook = z.output<typeof managedWebhookSchema>;
export const webhookSchema = z.extend(managedWebhookSchema, {
  /** Whether it sends to the team's own inbox. */
  to_inbox: z.boolean(),
});

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

const managedDeliverySchema = z.looseObject({
  id: z.string(),
  /** The `request_id` in its body. */
  request_id: z.string(),
  state: openEnum(['waiting', 'delivered', 'failed']),
  event_type: z.nullable(z.string()),
  events: z.int(),
  created_at: timestampSchema,
  /** Null unless it is waiting. */
  next_attempt_at: z.nullable(timestampSchema),
  attempts: z.array(attemptSchema),
});
export type ManagedDelivery = z.output<typeof managedDeliverySchema>;
export const webhookDeliverySchema = z.extend(managedDeliverySchema, {
  /** The request in the team's inbox; null if it isn't there. */
  inbox_request_id: z.nullable(z.string()),
});

const eventTypes = z.nullable(
  z
    .array(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Must be an event type' }))
    .check(z.minLength(1, { error: 'Choose at least one event type' }), z.maxLength(50)),
);
const urlText = requiredText(URL_MAX_LENGTH, 'Enter a URL');
const withSecret = z.extend(webhookSchema, { secret: z.string() });

const administration = { tag: TAG, scope: 'teams:write', firstParty: true, stepUp: true } as const;
const reading = { tag: TAG, scope: 'teams:read', firstParty: true } as const;

export const listWebhooks = defineEndpoint({
  ...reading,
  id: 'listWebhooks',
  method: 'GET',
  path: PATH,
  summary: "List the program's webhooks",
  params: teamParams,
  response: z.looseObject({ data: z.array(webhookSchema) }),
  errors: [400, 401, 403, 404],
});

export const createWebhook = defineEndpoint({
  ...administration,
  id: 'createWebhook',
  method: 'POST',
  path: PATH,
  summary: 'Add a webhook, whose secret is shown once',
  params: teamParams,
  query: strictQuery(idTokenParameter),
  body: z.object({ url: urlText, event_types: z._default(eventTypes, null) }),
  bodyMaxBytes: 8 * 1024,
  status: 201,
  response: itemOf(withSecret),
  errors: [400, 401, 403, 404, 409, 415, 422],
});

export const updateWebhook = defineEndpoint({
  ...administration,
  id: 'updateWebhook',
  method: 'PATCH',
  path: ITEM_PATH,
  summary: 'Change, pause or resume a webhook',
  params: webhookParams,
  query: strictQuery(idTokenParameter),
  body: z.object({
    url: z.optional(urlText),
    event_types: z.optional(eventTypes),
    paused: z.optional(z.boolean()),
  }),
  bodyMaxBytes: 8 * 1024,
  response: itemOf(webhookSchema),
  errors: [400, 401, 403, 404, 409, 415, 422],
});

export const deleteWebhook = defineEndpoint({
  ...administration,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: ITEM_PATH,
  summary: 'Delete a webhook and its waiting events',
  params: webhookParams,
  query: strictQuery(idTokenParameter),
  errors: [400, 401, 403, 404, 422],
});

export const rotateWebhookSecret = defineEndpoint({
  ...administration,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${ITEM_PATH}/secret`,
  summary: 'Replace the secret of a webhook; the last one works for 24 more hours',
  params: webhookParams,
  query: strictQuery(idTokenParameter),
  /** Null for the team's own inbox, which has it already. */
  response: itemOf(z.extend(webhookSchema, { secret: z.nullable(z.string()) })),
  errors: [400, 401, 403, 404],
});

export const listWebhookDeliveries = defineEndpoint({
  ...reading,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${ITEM_PATH}/deliveries`,
  summary: 'List the deliveries of a webhook with their attempts, newest first',
  params: webhookParams,
  query: strictQuery(cursorParameters),
  response: cursorListOf(webhookDeliverySchema),
  errors: [400, 401, 403, 404],
});

const retried = itemOf(z.looseObject({ retried: z.int() }));

export const retryWebhookDelivery = defineEndpoint({
  ...administration,
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: `${ITEM_PATH}/deliveries/:delivery_id/retry`,
  summary: 'Send a delivery again',
  params: integerParams(['team_id', 'webhook_id', 'delivery_id']),
  query: strictQuery(idTokenParameter),
  status: 202,
  response: retried,
  errors: [400, 401, 403, 404],
});

export const retryWebhookDeliveries = defineEndpoint({
  ...administration,
  id: 'retryWebhookDeliveries',
  method: 'POST',
  path: `${ITEM_PATH}/retry`,
  summary: 'Send the failed deliveries since a moment again',
  params: webhookParams,
  query: strictQuery(idTokenParameter),
  body: z.object({ since: instantSchema }),
  bodyMaxBytes: 4 * 1024,
  status: 202,
  response: retried,
  errors: [400, 401, 403, 404, 415, 422],
});

export const testWebhook = defineEndpoint({
  ...administration,
  id: 'testWebhook',
  method: 'POST',
  path: `${ITEM_PATH}/test`,
  summary: 'Send a signed test event',
  params: webhookParams,
  query: strictQuery(idTokenParameter),
  response: itemOf(
    z.looseObject({
      /** Whether the receiver responded with 200. */
      ok: z.boolean(),
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
      duration_ms: z.int(),
      response: z.nullable(z.string()),
    }),
  ),
  errors: [400, 401, 403, 404],
});
