import { and, eq, gt, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookResends } from '#services/loyalty/webhooks/webhook-resends-table.ts';
import type { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { ConflictError, OperatorError } from '#services/platform/operator-error.ts';
import { lockTarget, type ProgramKey, record } from './lock-target.ts';

/** Events beyond it are not counted. */
const COUNT_MAX = 10_000;
/** How long sent events are kept. */
const MAX_DAYS = 30;

type Target = Pick<
  typeof webhookTargets.$inferSelect,
  'id' | 'programId' | 'eventTypes' | 'pausedPosition'
>;

/** Events that a paused webhook missed; null if there are more than 10,000. */
export async function countMissed(db: Queries, target: Target): Promise<number | null> {
  if (target.pausedPosition === null) return 0;
  return countEvents(db, target, gt(outboundEvents.position, target.pausedPosition));
}

/** Lets the worker send what a webhook missed, in steps. In the transaction that resumes it. */
export async function sendMissed(tx: Queries, { id, pausedPosition }: Target): Promise<void> {
  if (pausedPosition === null) return;
  const untilPosition = await nextPosition(tx);
  await tx
    .insert(webhookResends)
    .values({ targetId: id, afterPosition: pausedPosition, untilPosition });
}

/**
 * Sends all events of a webhook's types again that happened since a moment, whether they arrived or not.
 * @returns how many there are; null if there are more than 10,000
 * @throws {OperatorError} if there is no such webhook, or the moment is more than 30 days ago
 * @throws {ConflictError} if it is paused
 */
export async function resendSince(
  db: Database,
  program: ProgramKey,
  id: number,
  { since, now }: { since: Date; now: Date },
): Promise<number | null> {
  if (since < addSeconds(now, -MAX_DAYS * DAY_SECONDS)) {
    throw new OperatorError(`since: Must be at most ${MAX_DAYS} days ago`);
  }
  return db.transaction(async (tx) => {
    const target = await lockTarget(tx, program, id);
    if (target.disabledAt !== null) {
      throw new ConflictError('This webhook is paused; resume it first');
    }
    const events = await countEvents(
      tx,
      target,
      and(gte(outboundEvents.createdAt, since), isNotNull(outboundEvents.batchedAt)),
    );
    if (events === 0) return 0;
    const untilPosition = await nextPosition(tx);
    await tx.insert(webhookResends).values({ targetId: id, createdFrom: since, untilPosition });
    await record(tx, program, target, 'resend', { since, events });
    return events;
  });
}

async function countEvents(
  db: Queries,
  { programId, eventTypes }: Target,
  where: SQL | undefined,
): Promise<number | null> {
  const found = db
    .select({ id: outboundEvents.id })
    .from(outboundEvents)
    .where(
      and(
        eq(outboundEvents.programId, programId),
        where,
        eventTypes === null
          ? undefined
          : sql`${outboundEvents.eventType} = any(array(select jsonb_array_elements_text(${JSON.stringify(eventTypes)}::jsonb)))`,
      ),
    )
    .limit(COUNT_MAX + 1);
  const { rows } = await db.execute<{ count: number | string }>(
    sql`select count(*) from ${found} found`,
  );
  const count = Number(one(rows).count);
  return count > COUNT_MAX ? null : count;
}

/** Higher than that of each event that was added to deliveries. */
async function nextPosition(tx: Queries): Promise<number> {
  const { rows } = await tx.execute<{ position: number | string }>(
    sql`select nextval('loyalty_event_positions') as position`,
  );
  return Number(one(rows).position);
}
