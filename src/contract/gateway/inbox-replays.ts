import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import { strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';
import { eventParams, inboxEventSchema } from './inbox.ts';

export const INBOX_REPLAY_STATES = ['running', 'finished', 'stopped'] as const;

/** Filters of the events to replay, as in the events list. Malformed events and tests are never replayed. */
const replayFilters = {
  /** Received at or after `since`, and before `until`. */
  since: z.optional(instantSchema),
  until: z.optional(instantSchema),
  event_type: z.optional(text(ID_MAX_LENGTH)),
  member_id: z.optional(text(ID_MAX_LENGTH)),
  state: z.optional(z.enum(['pending', 'processed', 'failed'])),
};

/** A background job that processes again all events that match its filters. */
export const inboxReplaySchema = z.looseObject({
  id: z.string(),
  /** Its filters; null if it doesn't have one. */
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  event_type: z.nullable(z.string()),
  member_id: z.nullable(z.string()),
  event_state: z.nullable(z.string()),
  /** Events to process, counted when it started. */
  total: z.int(),
  /** Events replayed so far, and how many of those failed. */
  replayed: z.int(),
  failed: z.int(),
  state: openEnum(INBOX_REPLAY_STATES),
  started_at: z.string(),
  /** When it finished or was stopped; null while it runs. */
  ended_at: z.nullable(z.string()),
});
export type InboxReplay = z.output<typeof inboxReplaySchema>;

export const replayInboxEvent = defineEndpoint({
  id: 'replayInboxEvent',
  method: 'POST',
  path: '/teams/:team_id/webhook-events/:event_id/replay',
  tag: 'Webhook inbox',
  params: eventParams,
  response: itemOf(inboxEventSchema),
  scope: 'webhooks:write',
});

export const startInboxReplay = defineEndpoint({
  id: 'startInboxReplay',
  method: 'POST',
  path: '/teams/:team_id/webhook-events/replay',
  tag: 'Webhook inbox',
  body: z
    .strictObject({
      ...replayFilters,
      /** The number of events that the caller expects; 409 if it differs. */
      expected: z.optional(z.int().check(z.minimum(0))),
    })
    .check(
      z.refine(
        ({ expected: _, ...filters }) =>
          Object.values(filters).some((value) => value !== undefined),
        { error: 'Must have at least one filter, such as since', path: ['since'] },
      ),
    ),
  bodyMaxBytes: 4 * 1024,
  response: itemOf(inboxReplaySchema),
  scope: 'webhooks:write',
});

export const listInboxReplays = defineEndpoint({
  id: 'listInboxReplays',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays',
  tag: 'Webhook inbox',
  query: strictQuery({ ...cursorParameters, state: z.optional(z.enum(INBOX_REPLAY_STATES)) }),
  response: cursorListOf(inboxReplaySchema),
  scope: 'webhooks:read',
});

export const getInboxReplay = defineEndpoint({
  id: 'getInboxReplay',
  method: 'GET',
  path: '/teams/:team_id/webhook-replays/:replay_id',
  tag: 'Webhook inbox',
  response: itemOf(inboxReplaySchema),
  scope: 'webhooks:read',
});

/** Events that were already replayed stay so. Stopping a replay that has ended changes nothing. */
export const stopInboxReplay = defineEndpoint({
  id: 'stopInboxReplay',
  method: 'POST',
  path: '/teams/:team_id/webhook-replays/:replay_id/stop',
  tag: 'Webhook inbox',
  response: itemOf(inboxReplaySchema),
  scope: 'webhooks:write',
});
