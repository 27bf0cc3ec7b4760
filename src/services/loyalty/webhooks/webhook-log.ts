import { desc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import { getWebhook } from './targets/manage-webhooks.ts';

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
  await getWebhook(db, programId, id);
  return db
    .select({
      requestId: deliveries.requestId,
      attempt: deliveryAttempts.number,
      startedAt: deliveryAttempts.startedAt,
      endedAt: deliveryAttempts.endedAt,
      status: deliveryAttempts.status,
      error: deliveryAttempts.error,
    })
    .from(deliveryAttempts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAttempts.deliveryId))
    .where(eq(deliveries.targetId, id))
    .orderBy(desc(deliveryAttempts.id))
    .limit(limit);
}
