import { and, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { deliveries } from './deliveries-table.ts';
import { outboundEvents } from './outbound-events-table.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** How long sent webhooks can be looked up. Limited because bodies contain personal data. */
const RETENTION_DAYS = 30;
const BATCH = 1_000;

/**
 * Deletes deliveries, other than those that are about to be sent, their attempts, and batched events that are older
 * than 30 days.
 * @returns whether there may be more
 */
export async function sweepWebhooks(db: Database, clock: Clock): Promise<boolean> {
  const before = addSeconds(clock.now(), -RETENTION_DAYS * DAY_SECONDS);
  const paused = db
    .select({ id: webhookTargets.id })
    .from(webhookTargets)
    .where(isNotNull(webhookTargets.disabledAt));
  const oldDeliveries = await deleteBatch(db, {
    table: deliveries,
    key: deliveries.id,
    where: and(
      lt(deliveries.createdAt, before),
      or(ne(deliveries.state, 'waiting'), inArray(deliveries.targetId, paused)),
    ),
    orderBy: deliveries.id,
    limit: BATCH,
  });
  const oldEvents = await deleteBatch(db, {
    table: outboundEvents,
    key: outboundEvents.id,
    where: lt(outboundEvents.batchedAt, before),
    orderBy: outboundEvents.id,
    limit: BATCH,
  });
  return oldDeliveries.length === BATCH || oldEvents.length === BATCH;
}
