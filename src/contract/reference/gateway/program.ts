import {
  apiKeySchema,
  createApiKey,
  getProgram,
  listApiKeys,
  programSchema,
  programTierSchema,
  revokeApiKey,
} from '#contract/program/program.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDeliveries,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhookDeliverySchema,
  webhookSchema,
} from '#contract/program/webhooks.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const programSchemas: Record<string, SchemaDocumentation> = {
  Program: { schema: programSchema, description: 'A loyalty program with its tiers and rules.' },
  ProgramTier: {
    schema: programTierSchema,
    description: 'A tier. Members reach it with as many qualified points as its `threshold`.',
  },
  Webhook: { schema: webhookSchema, description: 'A URL that events are sent to.' },
  WebhookDelivery: {
    schema: webhookDeliverySchema,
    description: 'A request to a webhook, with all attempts to send it.',
  },
  ApiKey: {
    schema: apiKeySchema,
    description:
      'A key of the loyalty API. The key itself is only in the response to its creation.',
  },
};

const WEBHOOK = { webhook_id: { description: 'The `id` of the webhook.', example: 1 } };
const CONFIRM =
  'confirm your password at `POST /oauth/id_token` and enter the `id_token` under **Authorize**.';

export const programOperations: readonly OperationDocumentation[] = [
  {
    endpoint: getProgram,
    description: 'The program with its tiers, lowest first. For everybody on the team.',
    responses: { 200: 'The program.', 404: 'The team has no program in this deployment.' },
  },
  {
    endpoint: listApiKeys,
    description:
      'Keys that call the loyalty API, oldest first, without revoked ones. For administrators of the team only.',
    responses: { 200: 'The keys.' },
  },
  {
    endpoint: createApiKey,
    description:
      'Creates a key for a caller of the loyalty API. Changes that are made with it carry its name. Needs an `id_token`.',
    body: { name: 'The shop' },
    responses: {
      201: 'The key, which is not shown again.',
      409: 'The program has 50 keys that are not revoked.',
      422: 'The name is invalid.',
    },
    prerequisite: CONFIRM,
  },
  {
    endpoint: revokeApiKey,
    description: 'Rejects the key from the next request on. Needs an `id_token`.',
    parameters: { key_id: { description: 'The `id` of the key.', example: 1 } },
    responses: { 204: 'Revoked.', 422: 'The console itself uses this key.' },
    prerequisite: 'use the `id` of a key that you created.',
  },
  {
    endpoint: listWebhooks,
    description:
      'Where events are sent, with the health of each webhook. For administrators of the team only.',
    responses: { 200: 'The webhooks.' },
  },
  {
    endpoint: createWebhook,
    description:
      'Sends future events to a URL at a public address. Without `event_types` all events are sent. Needs an `id_token`.',
    body: { url: 'https://shop.example.com/hook', event_types: ['event_member_tierupgrade'] },
    responses: {
      201: 'The webhook, with its secret, which is not shown again.',
      409: "The program has 20 webhooks, or the URL is that of the team's inbox, which gets the events already.",
      422: 'Events are not sent to this URL, or a value is invalid.',
    },
    prerequisite: CONFIRM,
  },
  {
    endpoint: updateWebhook,
    description:
      'Events that happen while a webhook is paused are not sent later; waiting deliveries are. Needs an `id_token`.',
    parameters: WEBHOOK,
    body: { paused: false },
    responses: {
      200: 'The webhook.',
      409: "The URL is that of the team's inbox.",
      422: 'Events are not sent to this URL.',
    },
    prerequisite: CONFIRM,
  },
  {
    endpoint: deleteWebhook,
    description: 'Deletes the webhook with its deliveries. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 204: 'Deleted.', 422: "The webhook fills the team's inbox." },
    prerequisite: 'use the `id` of a webhook that you created.',
  },
  {
    endpoint: rotateWebhookSecret,
    description:
      'Creates another secret. For 24 hours, a request that the receiver rejects with a 4xx is sent again immediately, signed with the last secret: no event is lost while the receiver is updated. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 200: "The webhook, with its new secret; null for the team's own inbox." },
    prerequisite: CONFIRM,
  },
  {
    endpoint: listWebhookDeliveries,
    description: 'The requests of the last 30 days with status, duration and response.',
    parameters: WEBHOOK,
    responses: { 200: 'A page of deliveries.' },
  },
  {
    endpoint: retryWebhookDelivery,
    description: 'Sends the same request again, in any state. Needs an `id_token`.',
    parameters: {
      ...WEBHOOK,
      delivery_id: { description: 'The `id` of the delivery.', example: 1 },
    },
    responses: { 202: 'It is sent soon.' },
    prerequisite: CONFIRM,
  },
  {
    endpoint: retryWebhookDeliveries,
    description: 'Sends all failed deliveries that were created since then. Needs an `id_token`.',
    parameters: WEBHOOK,
    body: { since: '2026-01-01T00:00:00Z' },
    responses: { 202: 'How many are sent again.' },
    prerequisite: CONFIRM,
  },
  {
    endpoint: testWebhook,
    description: 'Sends a test event, also while the webhook is paused. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 200: 'What the receiver responded.' },
    prerequisite: CONFIRM,
  },
];
