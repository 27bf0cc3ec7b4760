import * as z from 'zod/mini';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { webhookEventDataSchema, webhookEventSchema } from '#contract/loyalty/webhooks.ts';

interface EventDiagnosis {
  readonly title: string;
  /** What is wrong with the event, and what that means. */
  readonly reason: string;
}

/** Why an event failed or is malformed, in a few words; undefined if nothing is wrong. */
export function eventErrorLabel({ state, data }: InboxEvent): string | undefined {
  if (state === 'failed') return findInvalidValue(webhookEventDataSchema, data);
  return state === 'malformed' ? findInvalidValue(webhookEventSchema, data) : undefined;
}

/** Explains from its data why an event failed or can't be processed; undefined if nothing is wrong. */
export function diagnoseEvent({ state, data }: InboxEvent): EventDiagnosis | undefined {
  if (state === 'failed') {
    const cause = findInvalidValue(webhookEventDataSchema, data) ?? "Its data couldn't be stored";
    return {
      title: "The event couldn't be processed",
      reason: `${cause}. Nothing from it was saved. Replaying it will fail again until Patron is updated.`,
    };
  }
  if (state === 'malformed') {
    const cause =
      findInvalidValue(webhookEventSchema, data) ?? 'Its "id" or "event_type" can\'t be stored';
    return {
      title: 'The event is malformed',
      reason: `${cause}. It is stored as received. The other events in its request are processed.`,
    };
  }
  return undefined;
}

/** The path of the first value that doesn't match the schema, in a sentence without a period. */
function findInvalidValue(schema: z.ZodMiniType, value: unknown): string | undefined {
  const issue = z.safeParse(schema, value).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path.join('.');
  return path === '' ? 'It is not a JSON object' : `"${path}" is missing or malformed`;
}
