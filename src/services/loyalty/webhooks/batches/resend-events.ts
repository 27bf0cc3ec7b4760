import { and, asc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookResends } from '#services/loyalty/webhooks/webhook-resends-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { groupEvents, insertDeliveries } from './insert-deliveries.ts';

/** Events that one step looks at. */
const STEP_EVENTS = 500;
/** In one run, in no order, so that none of them waits for others. */
const MAX_RESENDS = 20;

/**
 * Adds the next events of each resend to deliveries. Those of paused webhooks wait. Any number of processes may
 * do this on one database.
 * @returns whether there may be more
 */
export async function resendEvents(
  db: Database,
  log: Pick<Log, 'error'>,
  now: Date,
): Promise<boolean> {
  const resends = await db
    .select({ id: webhookResends.id, programId: webhookTargets.programId })
    .from(webhookResends)
    .innerJoin(webhookTargets, eq(webhookTargets.id, webhookResends.targetId))
    .where(isNull(webhookTargets.disabledAt))
    .orderBy(sql`random()`)
    .limit(MAX_RESENDS);
  let hasMore = false;
  for (const { id, programId } of resends) {
    try {
      hasMore = (await db.transaction((tx) => resendStep(tx, id, programId, now))) || hasMore;
    } catch (error) {
      log.error({ err: error, programId, resendId: id }, 'webhook events are not sent again');
    }
  }
  return hasMore;
}

/** @returns whether there may be more */
async function resendStep(tx: Queries, id: number, programId: number, now: Date): Promise<boolean> {
  const [resend] = await tx
    .select()
    .from(webhookResends)
    .where(eq(webhookResends.id, id))
    .for('update', { skipLocked: true });
  if (!resend) return false;
  const { position, createdAt } = outboundEvents;
  const next = await tx
    .select({
      id: outboundEvents.id,
      eventType: outboundEvents.eventType,
      bytes:
        sql`coalesce(${outboundEvents.bytes}, octet_length(${outboundEvents.data}::text))`.mapWith(
          Number,
        ),
      position,
      createdAt,
    })
    .from(outboundEvents)
    .where(and(eq(outboundEvents.programId, programId), eventsOf(resend)))
    .orderBy(
      ...(resend.afterPosition === null
        ? [asc(createdAt), asc(outboundEvents.id)]
        : [asc(position)]),
    )
    .limit(STEP_EVENTS);
  await insertDeliveries(tx, groupEvents(next), {
    targets: sql`target.id = ${resend.targetId}`,
    now,
  });
  const last = next.at(-1);
  if (!last || next.length < STEP_EVENTS) {
    await tx.delete(webhookResends).where(eq(webhookResends.id, id));
    return false;
  }
  await tx
    .update(webhookResends)
    .set(
      resend.afterPosition === null
        ? { createdFrom: last.createdAt, lastEventId: last.id }
        : { afterPosition: last.position },
    )
    .where(eq(webhookResends.id, id));
  return true;
}

type ResendRange = Omit<typeof webhookResends.$inferSelect, 'id' | 'targetId'>;

/** The events of a resend: those after a position, or those that were created since a moment. */
function eventsOf({
  afterPosition,
  untilPosition,
  createdFrom,
  lastEventId,
}: ResendRange): SQL | undefined {
  const { id, position, createdAt, batchedAt } = outboundEvents;
  if (afterPosition !== null) return and(gt(position, afterPosition), lte(position, untilPosition));
  return and(
    sql`(${createdAt}, ${id}) > (${createdFrom?.toISOString() ?? '-infinity'}, ${lastEventId})`,
    isNotNull(batchedAt),
    or(isNull(position), lte(position, untilPosition)),
  );
}
