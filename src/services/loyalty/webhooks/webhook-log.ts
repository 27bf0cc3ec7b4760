import { desc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { webhookAttempts, webhookRequests } from './deliveries-table.ts';
import { requireWebhook } from './targets/manage-webhooks.ts';

/** One attempt to send a request. */
export interface WebhookAttempt {
  requestId: string;
  /** From 1. */
  attempt: number;
  startedAt: Date;
  /** Null: under way, or lost with its process. */
  endedAt: Date | null;
  /** The status answered; null where there was no answer. */
  status: number | null;
  error: string | null;
}

/**
 * The last attempts to send to a webhook, the newest first.
 * @throws {OperatorError} when the program has no such webhook.
 */
export async function listWebhookAttempts(
  db: Queries,
  programId: number,
  { id, limit }: { id: number; limit: number },
): Promise<WebhookAttempt[]> {
  await requireWebhook(db, programId, id);
  return db
    .select({
      requestId: webhookRequests.requestId,
      attempt: webhookAttempts.number,
      startedAt: webhookAttempts.startedAt,
      endedAt: webhookAttempts.endedAt,
      status: webhookAttempts.status,
      error: webhookAttempts.error,
    })
    .from(webhookAttempts)
    .innerJoin(webhookRequests, eq(webhookRequests.id, webhookAttempts.webhookRequestId))
    .where(eq(webhookRequests.targetId, id))
    .orderBy(desc(webhookAttempts.id))
    .limit(limit);
}
