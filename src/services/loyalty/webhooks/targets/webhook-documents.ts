import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { ManagedDelivery, ManagedWebhook } from '#contract/program/webhooks.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countInState } from './manage-webhooks.ts';

/** How many deliveries the last success and the typical duration are taken from. */
const RECENT_DELIVERIES = 200;

/** The webhooks of a program in the order of their creation, or one of them. */
export async function listWebhookDocuments(
  db: Queries,
  programId: number,
  now: Date,
  id?: number,
): Promise<ManagedWebhook[]> {
  // Among the newest that were delivered: earlier ones are only delivered later if they are sent again.
  const lastDelivered = sql`(
    select max(attempt.ended_at) from ${deliveryAttempts} attempt
    where attempt.status = 200 and attempt.delivery_id in (
      select sent.id from ${deliveries} sent
      where sent.target_id = ${webhookTargets}.id and sent.state = 'delivered'
      order by sent.id desc limit ${RECENT_DELIVERIES}
    )
  )`;
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
      lastDeliveredAt: sql<Date | null>`${lastDelivered}`.mapWith(deliveryAttempts.endedAt),
      nextAttemptAt: sql<Date | null>`${nextAttempt}`.mapWith(deliveries.nextAttemptAt),
    })
    .from(webhookTargets)
    .where(
      and(
        eq(webhookTargets.programId, programId),
        id === undefined ? undefined : eq(webhookTargets.id, id),
      ),
    )
    .orderBy(webhookTargets.id);
  return rows.map(({ target, lastDeliveredAt, nextAttemptAt, ...counts }) => {
    const until = target.previousSecretUntil;
    return {
      id: String(target.id),
      url: target.url,
      event_types: target.eventTypes,
      paused: target.disabledAt !== null,
      paused_by_failures: target.isPausedByFailures,
      created_at: target.createdAt.toISOString(),
      previous_secret_until: until !== null && until > now ? until.toISOString() : null,
      health: {
        ...counts,
        last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
        next_attempt_at: nextAttemptAt?.toISOString() ?? null,
      },
    };
  });
}

interface DeliveryPage {
  rows: ManagedDelivery[];
  total: number;
}

/** The deliveries of a webhook, newest first, with their attempts. */
export async function listDeliveryDocuments(
  db: Queries,
  targetId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<DeliveryPage> {
  const ofTarget = eq(deliveries.targetId, targetId);
  const rows = await db
    .select({
      id: deliveries.id,
      requestId: deliveries.requestId,
      state: deliveries.state,
      createdAt: deliveries.createdAt,
      nextAttemptAt: deliveries.nextAttemptAt,
      eventType: outboundEvents.eventType,
      events: sql`coalesce(cardinality(${deliveries.eventIds}), 0)`.mapWith(Number),
    })
    .from(deliveries)
    .leftJoin(outboundEvents, eq(outboundEvents.id, sql`${deliveries.eventIds}[1]`))
    .where(and(ofTarget, before === undefined ? undefined : lt(deliveries.id, before)))
    .orderBy(desc(deliveries.id))
    .limit(limit);
  const attempts = await listAttempts(
    db,
    inArray(
      deliveryAttempts.deliveryId,
      rows.map(({ id }) => id),
    ),
  );
  return {
    rows: rows.map(({ id, requestId, state, createdAt, nextAttemptAt, eventType, events }) => ({
      id: String(id),
      request_id: requestId,
      state,
      event_type: eventType,
      events,
      created_at: createdAt.toISOString(),
      next_attempt_at: state === 'waiting' ? nextAttemptAt.toISOString() : null,
      attempts: (attempts.get(id) ?? []).map(toAttempt),
    })),
    total: await db.$count(deliveries, ofTarget),
  };
}

type AttemptRow = typeof deliveryAttempts.$inferSelect;

async function listAttempts(db: Queries, where: SQL): Promise<Map<number, AttemptRow[]>> {
  const rows = await db
    .select()
    .from(deliveryAttempts)
    .where(where)
    .orderBy(deliveryAttempts.number);
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId);
}

function toAttempt({ number, startedAt, endedAt, status, error, response }: AttemptRow) {
  return {
    number,
    started_at: startedAt.toISOString(),
    duration_ms: endedAt === null ? null : endedAt.getTime() - startedAt.getTime(),
    status,
    error,
    response,
  };
}
