import { and, asc, inArray, lt, ne } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { webhookEvents } from './webhook-events-table.ts';
import { webhookRequests } from './webhook-requests-table.ts';

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
  const oldRequests = db
    .select({ id: webhookRequests.id })
    .from(webhookRequests)
    .where(and(ne(webhookRequests.state, 'waiting'), lt(webhookRequests.createdAt, before)))
    .orderBy(asc(webhookRequests.id))
    .limit(BATCH);
  const requests = await db
    .delete(webhookRequests)
    .where(inArray(webhookRequests.id, oldRequests))
    .returning({ id: webhookRequests.id });
  const oldEvents = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(lt(webhookEvents.batchedAt, before))
    .orderBy(asc(webhookEvents.id))
    .limit(BATCH);
  const events = await db
    .delete(webhookEvents)
    .where(inArray(webhookEvents.id, oldEvents))
    .returning({ id: webhookEvents.id });
  return requests.length === BATCH || events.length === BATCH;
}
