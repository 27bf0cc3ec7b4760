import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { WebhookDays } from '#contract/program/deliveries.ts';
import type { ManagedWebhook } from '#contract/program/webhooks.ts';
import {
  deliveries,
  deliveryAttempts,
  deliveryDays,
} from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { countInState } from './manage-webhooks.ts';
import { countMissed } from './missed-events.ts';

/** How many deliveries the last success and the typical duration are taken from. */
const RECENT_DELIVERIES = 200;
const DAYS = 14;

/** The webhooks of a program in the order of their creation. */
export async function listWebhookDocuments(
  db: Queries,
  programId: number,
  now: Date,
): Promise<ManagedWebhook[]> {
  const nextAttempt = sql`(
    select min(next.next_attempt_at) from ${deliveries} next
    where next.target_id = ${webhookTargets}.id and next.state = 'waiting'
  )`;
  const rows = await db
    .select({
      target: webhookTargets,
      waiting: countInState('waiting'),
      delivered: countInState('delivered'),
      failed: countInState('failed'),
      nextAttemptAt: sql<Date | null>`${nextAttempt}`.mapWith(deliveries.nextAttemptAt),
    })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(webhookTargets.id);
  const documents: ManagedWebhook[] = [];
  for (const { target, nextAttemptAt, ...counts } of rows) {
    const { lastDeliveredAt } = await readRecent(db, target.id);
    const until = target.previousSecretUntil;
    const isPaused = target.disabledAt !== null;
    documents.push({
      id: String(target.id),
      url: target.url,
      event_types: target.eventTypes,
      paused: isPaused,
      paused_by_failures: target.isPausedByFailures,
      created_at: target.createdAt.toISOString(),
      previous_secret_until: until !== null && until > now ? until.toISOString() : null,
      next_secret_at: target.nextSecretAt?.toISOString() ?? null,
      held: await countMissed(db, target),
      health: {
        ...counts,
        last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
        next_attempt_at: isPaused ? null : (nextAttemptAt?.toISOString() ?? null),
      },
    });
  }
  return documents;
}

/** The deliveries of a webhook by day, and how long its receiver takes. */
export async function getWebhookDays(
  db: Queries,
  targetId: number,
  now: Date,
): Promise<WebhookDays> {
  const counted = await db
    .select({ day: deliveryDays.day, state: deliveryDays.state, total: deliveryDays.total })
    .from(deliveryDays)
    .where(eq(deliveryDays.targetId, targetId));
  const { medianMs } = await readRecent(db, targetId);
  return {
    median_ms: medianMs === null ? null : Math.round(medianMs),
    days: Array.from({ length: DAYS }, (_, index) => {
      const at = addSeconds(now, (index + 1 - DAYS) * DAY_SECONDS);
      const day = at.toISOString().slice(0, 10);
      const countOf = (state: string) =>
        counted.find((each) => each.day === day && each.state === state)?.total ?? 0;
      return {
        day,
        delivered: countOf('delivered'),
        failed: countOf('failed'),
        waiting: countOf('waiting'),
      };
    }),
  };
}

/**
 * When the last attempt succeeded, and how long attempts take, of the newest deliveries: earlier ones are only
 * delivered later if they are sent again. A statement for each webhook: PostgreSQL plans it by how many deliveries
 * that one has.
 */
async function readRecent(
  db: Queries,
  targetId: number,
): Promise<{ lastDeliveredAt: Date | null; medianMs: number | null }> {
  const recent = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.targetId, targetId), eq(deliveries.state, 'delivered')))
    .orderBy(desc(deliveries.id))
    .limit(RECENT_DELIVERIES);
  const { startedAt, endedAt, status, deliveryId } = deliveryAttempts;
  const rows = await db
    .select({
      lastDeliveredAt: max(endedAt),
      medianMs: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${endedAt} - ${startedAt}) * 1000
      )`,
    })
    .from(deliveryAttempts)
    .where(and(eq(status, 200), inArray(deliveryId, recent)));
  return one(rows);
}
