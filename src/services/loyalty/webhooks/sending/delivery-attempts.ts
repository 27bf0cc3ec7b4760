import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { updateHealth } from '#services/loyalty/webhooks/targets/target-health.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { type EncryptedKeys, keyColumns } from './encrypted-keys.ts';
import type { AttemptResult } from './post-webhook.ts';
import type { BodySource } from './request-body.ts';

/** Lease: after it, an attempt counts as crashed. Longer than the request timeout. */
const LEASE_SECONDS = 30;

export interface Attempt extends BodySource, EncryptedKeys {
  deliveryId: number;
  number: number;
  /** The hash of the first attempt's body; null if there was none. */
  bodyHash: string | null;
  targetId: number;
  url: string;
  programId: number;
  /** Since when the target was failing as the attempt started; null if it wasn't. */
  failingSince: Date | null;
}

type Schedule = Pick<WebhookDependencies, 'retrySeconds' | 'maxAttempts'>;

/**
 * Claims due deliveries and logs the start of an attempt for each, so that it counts even if the
 * process crashes. Safe to run in several processes; each delivery is claimed by one of them.
 */
export async function startAttempts(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  { now, ids }: { now: Date; ids: readonly number[] },
): Promise<Attempt[]> {
  return db.transaction(async (tx) => {
    // Processes before 0.3.0 don't set it: a trigger builds the bodies that they send.
    await tx.execute(sql`select set_config('patron.builds_bodies', 'on', true)`);
    const due = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          inArray(deliveries.id, [...ids]),
          eq(deliveries.state, 'waiting'),
          lte(deliveries.nextAttemptAt, now),
        ),
      )
      .orderBy(deliveries.id)
      .for('update', { skipLocked: true });
    const claimed = due.map(({ id }) => id);
    if (claimed.length === 0) return [];
    // The process crashed during the last attempt.
    await tx
      .update(deliveries)
      .set({ state: 'failed' })
      .where(
        and(
          inArray(deliveries.id, claimed),
          sql`${deliveries.attempts} - ${deliveries.attemptsBefore} >= ${maxAttempts}`,
        ),
      );
    const started = await tx
      .update(deliveries)
      .set({
        attempts: sql`${deliveries.attempts} + 1`,
        nextAttemptAt: addSeconds(now, Math.max(retrySeconds, LEASE_SECONDS)),
      })
      .from(webhookTargets)
      .where(
        and(
          inArray(deliveries.id, claimed),
          eq(deliveries.state, 'waiting'),
          eq(webhookTargets.id, deliveries.targetId),
        ),
      )
      .returning({
        deliveryId: deliveries.id,
        number: deliveries.attempts,
        requestId: deliveries.requestId,
        createdAt: deliveries.createdAt,
        eventIds: deliveries.eventIds,
        body: deliveries.body,
        bodyHash: deliveries.bodyHash,
        url: webhookTargets.url,
        programId: webhookTargets.programId,
        targetId: deliveries.targetId,
        failingSince: webhookTargets.failingSince,
        ...keyColumns(now),
      });
    if (started.length > 0) {
      await tx
        .insert(deliveryAttempts)
        .values(started.map(({ deliveryId, number }) => ({ deliveryId, number, startedAt: now })));
    }
    return started;
  });
}

/** How an attempt ended. */
export interface AttemptEnd
  extends Pick<Attempt, 'deliveryId' | 'number' | 'targetId' | 'failingSince'> {
  result: AttemptResult;
  endedAt: Date;
  /** The hash of the body that was sent. */
  bodyHash: string | null;
  /** The nonce and the signatures that were sent. */
  headers: Record<string, string> | null;
}

/**
 * Stores the ends of attempts in one statement, which takes only one round trip and one commit. Only
 * status 200 completes a delivery before its last attempt.
 * @param ends of different deliveries
 */
export async function finishAttempts(
  db: Database,
  { retrySeconds, maxAttempts }: Schedule,
  ends: readonly AttemptEnd[],
): Promise<void> {
  const { source } = jsonRows(
    deliveryAttempts,
    ends.map(({ deliveryId, number, endedAt, headers, result }) => {
      const { status, error = null, response = null } = result;
      return { deliveryId, number, endedAt, status, error, response, headers };
    }),
  );
  const hashes = jsonRows(
    deliveries,
    ends.map(({ deliveryId: id, bodyHash }) => ({ id, bodyHash })),
  );
  await db.execute(sql`
    with attempt_end as (select * from ${source}),
    sent as (select * from ${hashes.source}),
    -- By id, so that concurrent processes lock rows in the same order and can't deadlock.
    locked as (
      select id from ${deliveries} where id in (select delivery_id from attempt_end)
      order by id for update
    ),
    ended as (
      update ${deliveryAttempts} attempt
      set ended_at = attempt_end.ended_at, status = attempt_end.status, error = attempt_end.error,
        response = attempt_end.response, headers = attempt_end.headers
      from attempt_end
      where attempt.delivery_id = attempt_end.delivery_id and attempt.number = attempt_end.number
    )
    update ${deliveries} delivery
    set next_attempt_at = attempt_end.ended_at + make_interval(secs => ${retrySeconds}),
      body_hash = coalesce(delivery.body_hash, sent.body_hash),
      state = case when attempt_end.status = 200 then 'delivered'
        when attempt_end.number - delivery.attempts_before >= ${maxAttempts} then 'failed' else 'waiting' end
    from attempt_end join locked on locked.id = attempt_end.delivery_id
      join sent on sent.id = locked.id
    where delivery.id = locked.id and delivery.state = 'waiting'
      -- An attempt that outlived its lease must not reschedule the next one, but its success counts.
      and (attempt_end.status = 200 or delivery.attempts = attempt_end.number)`);
  await updateHealth(db, ends);
}
