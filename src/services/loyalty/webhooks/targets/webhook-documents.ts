import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { ManagedDelivery, ManagedWebhook } from '#contract/program/webhooks.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** The webhooks of a program in the order of their creation, or one of them. */
export async function listWebhookDocuments(
  db: Queries,
  programId: number,
  now: Date,
  id?: number,
): Promise<ManagedWebhook[]> {
  const inState = (state: string) =>
    sql`count(*) filter (where ${deliveries.state} = ${state})`.mapWith(Number);
  const lastDelivered = sql`(
    select max(attempt.ended_at) from ${deliveryAttempts} attempt
    join ${deliveries} sent on sent.id = attempt.delivery_id
    where sent.target_id = ${webhookTargets.id} and attempt.status = 200
  )`;
  const rows = await db
    .select({
      target: webhookTargets,
      waiting: inState('waiting'),
      delivered: inState('delivered'),
      failed: inState('failed'),
      lastDeliveredAt: sql<Date | null>`${lastDelivered}`.mapWith(deliveryAttempts.endedAt),
      nextAttemptAt:
        sql<Date | null>`min(${deliveries.nextAttemptAt}) filter (where ${deliveries.state} = 'waiting')`.mapWith(
          deliveries.nextAttemptAt,
        ),
    })
    .from(webhookTargets)
    .leftJoin(deliveries, eq(deliveries.targetId, webhookTargets.id))
    .where(
      and(
        eq(webhookTargets.programId, programId),
        id === undefined ? undefined : eq(webhookTargets.id, id),
      ),
    )
    .groupBy(webhookTargets.id)
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
      eventType: sql<string | null>`${deliveries.body}::json -> 'events' -> 0 ->> 'event_type'`,
      events: sql`json_array_length(${deliveries.body}::json -> 'events')`.mapWith(Number),
    })
    .from(deliveries)
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
