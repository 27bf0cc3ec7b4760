import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integerParams, strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { inboxItemOf, inboxListOf, instantSchema, pageParameters, teamParams } from './inbox.ts';

// Paths are relative to the gateway's base address, as those of the inbox.

export const WEBHOOK_REPLAY_STATES = ['running', 'finished', 'stopped'] as const;

/** The processing of all events again that were received since a time: background work. */
export const webhookReplaySchema = z.looseObject({
  id: z.string(),
  /** Received at or after. */
  since: z.string(),
  /** How many events there were to process when it was started: those that came in until then. */
  total: z.int(),
  /** How many have been processed again, and how many of those failed. */
  replayed: z.int(),
  failed: z.int(),
  state: openEnum(WEBHOOK_REPLAY_STATES),
  started_at: z.string(),
  /** When it was finished or stopped; null while it runs. */
  ended_at: z.nullable(z.string()),
});
export type WebhookReplay = z.output<typeof webhookReplaySchema>;

const replayParams = integerParams(['team_id', 'replay_id']);

export const replayWebhookEvents = defineEndpoint({
  id: 'replayWebhookEvents',
  method: 'POST',
  path: '/teams/:team_id/webhook-events/replay',
  summary: 'Start to process all events again that were received since a time',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({}),
  body: z.object({ since: instantSchema }),
  status: 200,
  reply: inboxItemOf(webhookReplaySchema),
  scope: 'webhooks:write',
  errors: [400, 401, 403, 404, 415, 422, 429],
});

export const listWebhookReplays = defineEndpoint({
  id: 'listWebhookReplays',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays',
  summary: 'List the replays of many events',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({ ...pageParameters, state: z.optional(z.enum(WEBHOOK_REPLAY_STATES)) }),
  body: undefined,
  status: 200,
  reply: inboxListOf(webhookReplaySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const getWebhookReplay = defineEndpoint({
  id: 'getWebhookReplay',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays/:replay_id',
  summary: 'Retrieve a replay, and how far it has come',
  tag: 'Webhook inbox',
  params: replayParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  reply: inboxItemOf(webhookReplaySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

/** What has been processed by then stays so; one that has ended is answered as it is. */
export const stopWebhookReplay = defineEndpoint({
  id: 'stopWebhookReplay',
  method: 'POST',
  path: '/teams/:team_id/webhook-replays/:replay_id/stop',
  summary: 'Stop a replay',
  tag: 'Webhook inbox',
  params: replayParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  reply: inboxItemOf(webhookReplaySchema),
  scope: 'webhooks:write',
  errors: [400, 401, 403, 404],
});
