import {
  getWebhookDays,
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookEvents,
  retryWebhookDeliveries,
  retryWebhookDelivery,
  webhookDaysSchema,
  webhookDeliveryDetailsSchema,
  webhookDeliverySchema,
} from '#contract/program/deliveries.ts';
import {
  apiKeySchema,
  createApiKey,
  getProgram,
  listApiKeys,
  listPendingPoints,
  pendingPointsSchema,
  programSchema,
  programTierSchema,
  revokeApiKey,
} from '#contract/program/program.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  switchWebhookSecret,
  testWebhook,
  updateWebhook,
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
  PendingPoints: {
    schema: pendingPointsSchema,
    description:
      'Points of a member that wait for approval. They are not in the balance until then.',
  },
  Webhook: { schema: webhookSchema, description: 'A URL that events are sent to.' },
  WebhookDelivery: {
    schema: webhookDeliverySchema,
    description: 'A request to a webhook, with all attempts to send it.',
  },
  WebhookDeliveryDetails: {
    schema: webhookDeliveryDetailsSchema,
    description: 'A delivery with what was sent.',
  },
  WebhookDays: {
    schema: webhookDaysSchema,
    description: 'Deliveries of a webhook by day.',
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
    summary: "Get the team's loyalty program",
    description: 'The program with its tiers, lowest first. For everybody on the team.',
    responses: { 200: 'The program.', 404: 'The team has no program in this deployment.' },
  },
  {
    endpoint: listPendingPoints,
    summary: 'List the points that wait for approval, newest first',
    description:
      'What members earned by activities whose points have to be approved, and that is neither approved nor rejected. For everybody on the team.',
    responses: { 200: 'The points.', 404: 'The team has no program in this deployment.' },
  },
  {
    endpoint: listApiKeys,
    summary: "List the program's API keys",
    description:
      'Keys that call the loyalty API, oldest first, without revoked ones. For administrators of the team only.',
    responses: { 200: 'The keys.' },
  },
  {
    endpoint: createApiKey,
    summary: 'Create an API key, which is shown once',
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
    summary: 'Revoke an API key',
    description: 'Rejects the key from the next request on. Needs an `id_token`.',
    parameters: { key_id: { description: 'The `id` of the key.', example: 1 } },
    responses: { 204: 'Revoked.', 422: 'The console itself uses this key.' },
    prerequisite: 'use the `id` of a key that you created.',
  },
  {
    endpoint: listWebhooks,
    summary: "List the program's webhooks",
    description:
      'Where events are sent, with the health of each webhook. For administrators of the team only.',
    responses: { 200: 'The webhooks.' },
  },
  {
    endpoint: createWebhook,
    summary: 'Add a webhook, whose secret is shown once',
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
    summary: 'Change, pause or resume a webhook',
    description:
      'Events that happen while a webhook is paused are sent when it is resumed, as far back as 30 days; `held: "skip"` leaves them out. Needs an `id_token`.',
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
    summary: 'Delete a webhook and its waiting events',
    description: 'Deletes the webhook with its deliveries. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 204: 'Deleted.', 422: "The webhook fills the team's inbox." },
    prerequisite: 'use the `id` of a webhook that you created.',
  },
  {
    endpoint: rotateWebhookSecret,
    summary: 'Create a new secret, which takes the place of the last one after 24 hours',
    description:
      'Creates another secret. `x-loyalty-signature` still has the signature of the last secret, and `x-loyalty-signature-other` that of the new one, until the switch, which happens after 24 hours; for another 24 hours they are the other way round. So the receiver can be updated at any time, or accept either header. `replace` is for a secret that someone else knows: the new one is used alone from now on. Needs an `id_token`.',
    parameters: WEBHOOK,
    body: {},
    responses: { 200: "The webhook, with its new secret; null for the team's own inbox." },
    prerequisite: CONFIRM,
  },
  {
    endpoint: switchWebhookSecret,
    summary: 'Put the new secret of a webhook in force now',
    description:
      'Signs `x-loyalty-signature` with the new secret from now on. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 200: 'The webhook.', 409: 'The webhook has no new secret.' },
    prerequisite: 'create a new secret for a webhook that is not the inbox.',
  },
  {
    endpoint: getWebhookDays,
    summary: 'Count the deliveries of a webhook by day',
    description:
      'Deliveries of the last 14 days by the day of their first attempt, and the median time of the last 200 that were delivered.',
    parameters: WEBHOOK,
    responses: { 200: 'The counts.' },
  },
  {
    endpoint: getWebhookDelivery,
    summary: 'Get a delivery with its body, headers and attempts',
    description: 'One delivery with its body, the headers of its last attempt, and all attempts.',
    parameters: {
      ...WEBHOOK,
      delivery_id: { description: 'The `id` of the delivery.', example: 1 },
    },
    responses: { 200: 'The delivery.' },
  },
  {
    endpoint: listWebhookDeliveries,
    summary: 'List the deliveries of a webhook with their attempts, newest first',
    description: 'The requests of the last 30 days with status, duration and response.',
    parameters: { ...WEBHOOK, state: { description: 'Only deliveries in this state.' } },
    responses: { 200: 'A page of deliveries.' },
  },
  {
    endpoint: retryWebhookDelivery,
    summary: 'Send a delivery again',
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
    summary: 'Send the failed deliveries since a moment again',
    description: 'Sends all failed deliveries that were created since then. Needs an `id_token`.',
    parameters: WEBHOOK,
    body: { since: '2026-01-01T00:00:00Z' },
    responses: { 202: 'How many are sent again.' },
    prerequisite: CONFIRM,
  },
  {
    endpoint: resendWebhookEvents,
    summary: 'Send all events since a moment again',
    description:
      'Sends all events of the types of the webhook that happened since then, at most 30 days ago, whether they arrived or not. Needs an `id_token`.',
    parameters: WEBHOOK,
    body: { since: '2026-01-01T00:00:00Z' },
    responses: {
      202: 'How many events are sent; null for more than 10,000.',
      409: 'The webhook is paused.',
      422: 'The moment is more than 30 days ago.',
    },
    prerequisite: 'enter a moment of the last 30 days.',
  },
  {
    endpoint: testWebhook,
    summary: 'Send a signed test event',
    description: 'Sends a test event, also while the webhook is paused. Needs an `id_token`.',
    parameters: WEBHOOK,
    responses: { 200: 'What the receiver responded.' },
    prerequisite: CONFIRM,
  },
];
