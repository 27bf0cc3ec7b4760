import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import type { AttemptResult } from './post-webhook.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** Lease: after it, an attempt counts as crashed. Longer than the request timeout. */
const LEASE_SECONDS = 30;
/** Maximum per target and run, so that a dead target leaves capacity for others. */
const MAX_PER_TARGET = 4;

export interface Attempt {
  deliveryId: number;
  number: number;
  body: string;
  targetId: number;
  url: string;
  programId: number;
  encryptedSecret: string;
}

type Schedule = Pick<WebhookDependencies, 'retrySeconds' | 'maxAttempts'>;

/**
 * Claims due deliveries and logs the start of an attempt for each, so that it counts even if the
 * process crashes. Safe to run in several processes; each delivery is claimed by one of them.
 */
export async function startAttempts(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  { now, limit, busyTargets }: { now: Date; limit: number; busyTargets: number[] },
): Promise<Attempt[]> {
  const moment = now.toISOString();
  return db.transaction(async (tx) => {
    const due = await tx.execute<{ id: number | string }>(sql`
      select due.id from ${webhookTargets} target
      cross join lateral (
        select delivery.id from ${deliveries} delivery
        where delivery.target_id = target.id and delivery.state = 'waiting'
          and delivery.next_attempt_at <= ${moment}
        order by delivery.next_attempt_at
        limit ${MAX_PER_TARGET}
        for update skip locked
      ) due
      where target.disabled_at is null
        ${busyTargets.length === 0 ? sql`` : sql`and target.id not in ${busyTargets}`}
      limit ${limit}`);
    const ids = due.rows.map(({ id }) => Number(id));
    if (ids.length === 0) return [];
    // The process crashed during the last attempt.
    await tx
      .update(deliveries)
      .set({ state: 'failed' })
      .where(and(inArray(deliveries.id, ids), sql`${deliveries.attempts} >= ${maxAttempts}`));
    const started = await tx
      .update(deliveries)
      .set({
        attempts: sql`${deliveries.attempts} + 1`,
        nextAttemptAt: addSeconds(now, Math.max(retrySeconds, LEASE_SECONDS)),
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
        deliveryId: deliveries.id,
        number: deliveries.attempts,
        body: deliveries.body,
        url: webhookTargets.url,
        programId: webhookTargets.programId,
        encryptedSecret: webhookTargets.encryptedSecret,
        targetId: deliveries.targetId,
      });
    if (started.length > 0) {
      await tx
        .insert(deliveryAttempts)
        .values(started.map(({ deliveryId, number }) => ({ deliveryId, number, startedAt: now })));
    }
    return started;
  });
}

/** Stores an attempt's result. Only status 200 completes the delivery before its last attempt. */
export async function finishAttempt(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  { deliveryId, number }: Pick<Attempt, 'deliveryId' | 'number'>,
  result: AttemptResult,
  now: Date,
): Promise<void> {
  const isDelivered = result.status === 200;
  const state = isDelivered ? 'delivered' : number >= maxAttempts ? 'failed' : 'waiting';
  // One statement, so that it takes only one round trip and one commit.
  const ended = db.$with('ended').as(
    db
      .update(deliveryAttempts)
      .set({ endedAt: now, status: result.status, error: result.error ?? null })
      .where(and(eq(deliveryAttempts.deliveryId, deliveryId), eq(deliveryAttempts.number, number)))
      .returning({ id: deliveryAttempts.id }),
  );
  await db
    .with(ended)
    .update(deliveries)
    .set({ state, nextAttemptAt: addSeconds(now, retrySeconds) })
    .where(
      and(
        eq(deliveries.id, deliveryId),
        eq(deliveries.state, 'waiting'),
        // An attempt that outlived its lease must not reschedule the next one, but its success counts.
        isDelivered ? undefined : eq(deliveries.attempts, number),
      ),
    );
}
