import { and, lt, ne } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { deliveries } from './deliveries-table.ts';
import { outboundEvents } from './outbound-events-table.ts';

/** How long it can be looked up what was sent and how it went; the bodies hold data of people. */
const KEPT_DAYS = 30;
const BATCH = 1_000;

/**
 * Deletes requests that are delivered or given up, with their attempts, and events that are in
 * requests, when they are older than 30 days.
 * @returns whether there may be more.
 */
export async function sweepWebhooks(db: Database, clock: Clock): Promise<boolean> {
  const before = addSeconds(clock.now(), -KEPT_DAYS * DAY_SECONDS);
  const requests = await deleteBatch(db, {
    table: deliveries,
    key: deliveries.id,
    where: and(ne(deliveries.state, 'waiting'), lt(deliveries.createdAt, before)),
    orderBy: deliveries.id,
    limit: BATCH,
  });
  const events = await deleteBatch(db, {
    table: outboundEvents,
    key: outboundEvents.id,
    where: lt(outboundEvents.batchedAt, before),
    orderBy: outboundEvents.id,
    limit: BATCH,
  });
  return requests.length === BATCH || events.length === BATCH;
}
