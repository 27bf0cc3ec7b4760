import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { REJECTED_OUTCOMES } from '#contract/gateway/inbox.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { inboxDeliveries } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';
import { inboxMemberFacts } from './process/member-facts-table.ts';
import { inboxReplays } from './replay/inbox-replays-table.ts';

/** Duplicates of an event are detected for this long (decisions.md, 36). */
const RETENTION_DAYS = 30;
/** Their bodies are only of use to find out why they were rejected. */
const REJECTED_BODY_DAYS = 7;
const BATCH = 1_000;

/**
 * Deletes events, deliveries and replays that are older than 30 days, and the bodies of rejected requests after
 * 7 days.
 * @returns whether there may be more
 */
export async function sweepInbox(db: Database, clock: Clock): Promise<boolean> {
  const before = addSeconds(clock.now(), -RETENTION_DAYS * DAY_SECONDS);
  const deletedEvents = await db.transaction((tx) => deleteEvents(tx, before));
  const deletedDeliveries = await deleteBatch(db, {
    table: inboxDeliveries,
    key: inboxDeliveries.id,
    where: lt(inboxDeliveries.receivedAt, before),
    orderBy: inboxDeliveries.receivedAt,
    limit: BATCH,
  });
  await db.delete(inboxReplays).where(lt(inboxReplays.startedAt, before));
  await deleteRejectedBodies(db, addSeconds(clock.now(), -REJECTED_BODY_DAYS * DAY_SECONDS));
  return deletedEvents === BATCH || deletedDeliveries.length === BATCH;
}

/** Also deletes the member facts from these events, which nothing else refers to. */
async function deleteEvents(tx: Queries, before: Date): Promise<number> {
  const sequences = await deleteBatch(tx, {
    table: inboxEvents,
    key: inboxEvents.sequence,
    where: lt(inboxEvents.receivedAt, before),
    orderBy: inboxEvents.receivedAt,
    limit: BATCH,
  });
  if (sequences.length === 0) return 0;
  await tx.delete(inboxMemberFacts).where(inArray(inboxMemberFacts.sequence, sequences));
  return sequences.length;
}

/** Team by team, because each has an index and at most some hundred of them. */
async function deleteRejectedBodies(db: Database, before: Date): Promise<void> {
  const { teamId, verdict, receivedAt, body } = inboxDeliveries;
  const teams = await db.select({ id: loyaltyConnections.teamId }).from(loyaltyConnections);
  for (const team of teams) {
    await db
      .update(inboxDeliveries)
      .set({ body: null })
      .where(
        and(
          eq(teamId, team.id),
          inArray(verdict, REJECTED_OUTCOMES),
          lt(receivedAt, before),
          isNotNull(body),
        ),
      );
  }
}
