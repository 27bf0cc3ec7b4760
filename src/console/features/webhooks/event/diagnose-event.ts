import * as z from 'zod/mini';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { webhookEventDataSchema, webhookEventSchema } from '#contract/loyalty/webhooks.ts';

/** Why an event was not worked on, for the person who looks at it. */
export interface EventProblem {
  readonly title: string;
  /** What in it is wrong, and what that means. */
  readonly reason: string;
}

/**
 * Finds out of what an event holds why it failed or can't be worked on at all; undefined where
 * nothing is wrong with it.
 */
export function diagnoseEvent({ state, data }: InboxEvent): EventProblem | undefined {
  if (state === 'failed') {
    const wrong = firstWrong(webhookEventDataSchema, data);
    return {
      title: 'The event failed',
      reason: `${wrong ?? 'What it says could not be kept'}. Nothing of it was taken over; a replay ends the same way unless the service has changed.`,
    };
  }
  if (state === 'malformed') {
    const wrong = firstWrong(webhookEventSchema, data) ?? "Its id or its type can't be kept";
    return {
      title: 'The event is malformed',
      reason: `${wrong}. It is kept as it came, and the other events of its request are worked on.`,
    };
  }
  return undefined;
}

/** The first value that is not as the specification has it, by its path; undefined where all are. */
function firstWrong(schema: z.ZodMiniType, value: unknown): string | undefined {
  const issue = z.safeParse(schema, value).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path.join('.');
  return path === '' ? 'It is no object' : `Its ${path} is missing or not of the right kind`;
}
