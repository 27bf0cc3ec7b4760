import * as z from 'zod/mini';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import { openEnum } from '#contract/open-enum.ts';
import { requiredText } from '#contract/text.ts';

// Webhooks of the team's program, for its administrators (decisions.md, 62). Writes need the id_token.

const PATH = '/teams/:team_id/program/webhooks';
export const ITEM_PATH = `${PATH}/:webhook_id` as const;
const TAG = 'Program';
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
  /** Requests are also signed with a new secret, which takes the place of the one in force then; null without one. */
  next_secret_at: z.nullable(timestampSchema),
  /** Events of the last 30 days that it missed while paused; null if there are more than 10,000. */
  held: z.nullable(z.int()),
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

const eventTypes = z.nullable(
  z
    .array(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Must be an event type' }))
    .check(z.minLength(1, { error: 'Choose at least one event type' }), z.maxLength(50)),
);
const urlText = requiredText(URL_MAX_LENGTH, 'Enter a URL');
const withSecret = z.extend(webhookSchema, { secret: z.string() });

export const administration = {
  tag: TAG,
  scope: 'teams:write',
  firstParty: true,
  stepUp: true,
} as const;
export const reading = { tag: TAG, scope: 'teams:read', firstParty: true } as const;

export const listWebhooks = defineEndpoint({
  ...reading,
  id: 'listWebhooks',
  method: 'GET',
  path: PATH,
  response: z.looseObject({ data: z.array(webhookSchema) }),
});

export const createWebhook = defineEndpoint({
  ...administration,
  id: 'createWebhook',
  method: 'POST',
  path: PATH,
  query: strictQuery(idTokenParameter),
  body: z.object({ url: urlText, event_types: z._default(eventTypes, null) }),
  bodyMaxBytes: 8 * 1024,
  status: 201,
  response: itemOf(withSecret),
});

export const updateWebhook = defineEndpoint({
  ...administration,
  id: 'updateWebhook',
  method: 'PATCH',
  path: ITEM_PATH,
  query: strictQuery(idTokenParameter),
  body: z.object({
    url: z.optional(urlText),
    event_types: z.optional(eventTypes),
    paused: z.optional(z.boolean()),
    /** With `paused: false`: what to do with the events that it missed; by default they are sent. */
    held: z.optional(z.enum(['send', 'skip'], { error: 'Must be send or skip' })),
  }),
  bodyMaxBytes: 8 * 1024,
  response: itemOf(webhookSchema),
});

export const deleteWebhook = defineEndpoint({
  ...administration,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: ITEM_PATH,
  query: strictQuery(idTokenParameter),
});

export const rotateWebhookSecret = defineEndpoint({
  ...administration,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${ITEM_PATH}/secret`,
  query: strictQuery(idTokenParameter),
  /** `replace`: immediately, without the last one. */
  body: z.optional(z.object({ replace: z.optional(z.boolean()) })),
  bodyMaxBytes: 4 * 1024,
  /** Null for the team's own inbox, which has it already. */
  response: itemOf(z.extend(webhookSchema, { secret: z.nullable(z.string()) })),
});

export const switchWebhookSecret = defineEndpoint({
  ...administration,
  id: 'switchWebhookSecret',
  method: 'POST',
  path: `${ITEM_PATH}/secret/switch`,
  query: strictQuery(idTokenParameter),
  response: itemOf(webhookSchema),
});

export const testWebhook = defineEndpoint({
  ...administration,
  id: 'testWebhook',
  method: 'POST',
  path: `${ITEM_PATH}/test`,
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
});
