import { desc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import { getWebhook } from './targets/manage-webhooks.ts';

export interface WebhookAttempt {
  requestId: string;
  /** Starts at 1. */
  attempt: number;
  startedAt: Date;
  /** Null while running, or if its process crashed. */
  endedAt: Date | null;
  /** Status of the response; null without one. */
  status: number | null;
  error: string | null;
}

/**
 * The latest attempts to send to a webhook, newest first.
 * @throws {OperatorError} if the program has no such webhook
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
