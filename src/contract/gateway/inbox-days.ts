import * as z from 'zod/mini';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { teamParams } from './team-params.ts';

/** How many days are counted, including today. */
export const INBOX_DAYS = 14;

/** What happened in the inbox on one day in UTC. Tests are not counted. */
export const inboxDaySchema = z.looseObject({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  /** Requests with a valid signature, including duplicates. */
  accepted: z.int(),
  rejected: z.int(),
  /** Events that couldn't be processed. */
  failed_events: z.int(),
});
export type InboxDay = z.output<typeof inboxDaySchema>;

export const listInboxDays = defineEndpoint({
  id: 'listInboxDays',
  method: 'GET',
  path: '/teams/:team_id/webhook-days',
  summary: 'Count the deliveries of the last days by outcome',
  tag: 'Webhook inbox',
  params: teamParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: itemOf(z.array(inboxDaySchema)),
  scope: 'webhooks:read',
  errors: [401, 403, 404],
});
