import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import type { AttemptResult } from './post-webhook.ts';
import { isHealthChange, updateHealth } from './targets/target-health.ts';
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
  /** Receivers may still verify with it. */
  previousEncryptedSecret: string | null;
  /** Of the target, when the attempt started. */
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
      .where(
        and(
          inArray(deliveries.id, ids),
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
        failingSince: webhookTargets.failingSince,
        previousEncryptedSecret: sql<
          string | null
        >`case when ${webhookTargets.previousSecretUntil} > ${moment} then ${webhookTargets.previousEncryptedSecret} end`,
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
    ends.map(({ deliveryId, number, endedAt, result }) => {
      const { status, error = null, response = null } = result;
      return { deliveryId, number, endedAt, status, error, response };
    }),
  );
  await db.execute(sql`
    with attempt_end as (select * from ${source}),
    -- By id, so that concurrent processes lock rows in the same order and can't deadlock.
    locked as (
      select id from ${deliveries} where id in (select delivery_id from attempt_end)
      order by id for update
    ),
    ended as (
      update ${deliveryAttempts} attempt
      set ended_at = attempt_end.ended_at, status = attempt_end.status, error = attempt_end.error,
        response = attempt_end.response
      from attempt_end
      where attempt.delivery_id = attempt_end.delivery_id and attempt.number = attempt_end.number
    )
    update ${deliveries} delivery
    set next_attempt_at = attempt_end.ended_at + make_interval(secs => ${retrySeconds}),
      state = case when attempt_end.status = 200 then 'delivered'
        when attempt_end.number - delivery.attempts_before >= ${maxAttempts} then 'failed' else 'waiting' end
    from attempt_end join locked on locked.id = attempt_end.delivery_id
    where delivery.id = locked.id and delivery.state = 'waiting'
      -- An attempt that outlived its lease must not reschedule the next one, but its success counts.
      and (attempt_end.status = 200 or delivery.attempts = attempt_end.number)`);
  for (const end of ends.filter(isHealthChange)) await updateHealth(db, end);
}
