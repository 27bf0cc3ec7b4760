import * as z from 'zod/mini';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';

/** Days counted, including today. */
export const INBOX_DAYS = 14;

/** Counts of one UTC day, without tests. */
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
  tag: 'Webhook inbox',
  response: itemOf(z.array(inboxDaySchema)),
  scope: 'webhooks:read',
});
