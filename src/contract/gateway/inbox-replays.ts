import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integerParams, strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import {
  inboxItemOf,
  inboxListOf,
  inboxPageParameters,
  instantSchema,
  teamParams,
} from './inbox.ts';

export const INBOX_REPLAY_STATES = ['running', 'finished', 'stopped'] as const;

/** A background job that processes again all events received since a time. */
export const inboxReplaySchema = z.looseObject({
  id: z.string(),
  /** Received at or after. */
  since: z.string(),
  /** How many events there were to process when it started. */
  total: z.int(),
  /** How many have been replayed so far, and how many of those failed. */
  replayed: z.int(),
  failed: z.int(),
  state: openEnum(INBOX_REPLAY_STATES),
  started_at: z.string(),
  /** When it finished or was stopped; null while it runs. */
  ended_at: z.nullable(z.string()),
});
export type InboxReplay = z.output<typeof inboxReplaySchema>;

const replayParams = integerParams(['team_id', 'replay_id']);

export const startInboxReplay = defineEndpoint({
  id: 'startInboxReplay',
  method: 'POST',
  path: '/teams/:team_id/webhook-events/replay',
  summary: 'Replay all events received since a time',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({}),
  body: z.object({ since: instantSchema }),
  status: 200,
  response: inboxItemOf(inboxReplaySchema),
  scope: 'webhooks:write',
  errors: [400, 401, 403, 404, 415, 422, 429],
});

export const listInboxReplays = defineEndpoint({
  id: 'listInboxReplays',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays',
  summary: 'List the replays',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({ ...inboxPageParameters, state: z.optional(z.enum(INBOX_REPLAY_STATES)) }),
  body: undefined,
  status: 200,
  response: inboxListOf(inboxReplaySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

export const getInboxReplay = defineEndpoint({
  id: 'getInboxReplay',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays/:replay_id',
  summary: 'Retrieve a replay and its progress',
  tag: 'Webhook inbox',
  params: replayParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: inboxItemOf(inboxReplaySchema),
  scope: 'webhooks:read',
  errors: [400, 401, 403, 404],
});

/** Events that were already replayed stay so. Stopping a replay that has ended changes nothing. */
export const stopInboxReplay = defineEndpoint({
  id: 'stopInboxReplay',
  method: 'POST',
  path: '/teams/:team_id/webhook-replays/:replay_id/stop',
  summary: 'Stop a replay',
  tag: 'Webhook inbox',
  params: replayParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: inboxItemOf(inboxReplaySchema),
  scope: 'webhooks:write',
  errors: [400, 401, 403, 404],
});
