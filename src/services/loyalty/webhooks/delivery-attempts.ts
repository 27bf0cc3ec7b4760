import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import type { AttemptResult } from './post-webhook.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** An attempt that has not ended by then died with its process. Longer than the time limit. */
const LOST_AFTER_SECONDS = 30;
/** Requests to one target that one look takes, so that a dead one leaves room for the others. */
const EACH_TARGET = 4;

export interface Attempt {
  /** Internal id of the request. */
  id: number;
  number: number;
  body: string;
  targetId: number;
  url: string;
  programId: number;
  encryptedSecret: string;
}

type Schedule = Pick<WebhookDependencies, 'retrySeconds' | 'maxAttempts'>;

/**
 * Takes requests that are due and writes down that an attempt at each begins, so that it counts even
 * if the process dies in it. Many processes may do so at once; each request goes to one of them.
 */
export async function beginAttempts(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  { now, limit, busyTargets }: { now: Date; limit: number; busyTargets: number[] },
): Promise<Attempt[]> {
  const moment = now.toISOString();
  return db.transaction(async (tx) => {
    const due = await tx.execute<{ id: number | string }>(sql`
      select due.id from ${webhookTargets} target
      cross join lateral (
        select request.id from ${deliveries} request
        where request.target_id = target.id and request.state = 'waiting'
          and request.next_attempt_at <= ${moment}
        order by request.next_attempt_at
        limit ${EACH_TARGET}
        for update skip locked
      ) due
      where target.disabled_at is null
        ${busyTargets.length === 0 ? sql`` : sql`and target.id not in ${busyTargets}`}
      limit ${limit}`);
    const ids = due.rows.map(({ id }) => Number(id));
    if (ids.length === 0) return [];
    // One whose last attempt was lost with its process has none left.
    await tx
      .update(deliveries)
      .set({ state: 'failed' })
      .where(and(inArray(deliveries.id, ids), sql`${deliveries.attempts} >= ${maxAttempts}`));
    const begun = await tx
      .update(deliveries)
      .set({
        attempts: sql`${deliveries.attempts} + 1`,
        nextAttemptAt: addSeconds(now, Math.max(retrySeconds, LOST_AFTER_SECONDS)),
      })
      .from(webhookTargets)
      .where(
        and(
          inArray(deliveries.id, ids),
          eq(deliveries.state, 'waiting'),
          eq(webhookTargets.id, deliveries.targetId),
        ),
      )
      .returning({
        id: deliveries.id,
        number: deliveries.attempts,
        body: deliveries.body,
        url: webhookTargets.url,
        programId: webhookTargets.programId,
        encryptedSecret: webhookTargets.encryptedSecret,
        targetId: deliveries.targetId,
      });
    if (begun.length > 0) {
      await tx
        .insert(deliveryAttempts)
        .values(begun.map(({ id, number }) => ({ deliveryId: id, number, startedAt: now })));
    }
    return begun;
  });
}

/** Writes down how an attempt ended: only status 200 ends the request before its last attempt. */
export async function endAttempt(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  { id, number }: Pick<Attempt, 'id' | 'number'>,
  result: AttemptResult,
  now: Date,
): Promise<void> {
  const isDelivered = result.status === 200;
  const state = isDelivered ? 'delivered' : number >= maxAttempts ? 'failed' : 'waiting';
  // One statement, so that a delivery costs one round trip to the database and one commit.
  const ended = db.$with('ended').as(
    db
      .update(deliveryAttempts)
      .set({ endedAt: now, status: result.status, error: result.error ?? null })
      .where(and(eq(deliveryAttempts.deliveryId, id), eq(deliveryAttempts.number, number)))
      .returning({ id: deliveryAttempts.id }),
  );
  await db
    .with(ended)
    .update(deliveries)
    .set({ state, nextAttemptAt: addSeconds(now, retrySeconds) })
    .where(
      and(
        eq(deliveries.id, id),
        eq(deliveries.state, 'waiting'),
        // An attempt that was taken for lost doesn't change the schedule of the one after it;
        // but that it arrived counts.
        isDelivered ? undefined : eq(deliveries.attempts, number),
      ),
    );
}
