import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { ManagedDelivery, ManagedDeliveryDetails } from '#contract/program/deliveries.ts';
import {
  type DeliveryState,
  deliveries,
  deliveryAttempts,
} from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { countInState } from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { REQUEST_HEADERS } from './post-webhook.ts';
import { buildBodies } from './request-body.ts';

interface DeliveryPage {
  rows: ManagedDelivery[];
  total: number;
}

interface PageOptions {
  state: DeliveryState | undefined;
  before: number | undefined;
  limit: number;
}

/** The deliveries of a webhook, newest first, with their attempts. */
export async function listDeliveryDocuments(
  db: Queries,
  targetId: number,
  { state, before, limit }: PageOptions,
): Promise<DeliveryPage> {
  const rows = await selectDeliveries(db)
    .where(
      and(
        eq(deliveries.targetId, targetId),
        state === undefined ? undefined : eq(deliveries.state, state),
        before === undefined ? undefined : lt(deliveries.id, before),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit);
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  const [counts] = await db
    .select({
      waiting: countInState('waiting'),
      delivered: countInState('delivered'),
      failed: countInState('failed'),
    })
    .from(webhookTargets)
    .where(eq(webhookTargets.id, targetId));
  const { waiting = 0, delivered = 0, failed = 0 } = counts ?? {};
  const all = { waiting, delivered, failed };
  return {
    rows: rows.map((row) => toDocument(row, attempts.get(row.id) ?? [])),
    total: state === undefined ? waiting + delivered + failed : all[state],
  };
}

/** A delivery with what was sent; undefined if the webhook has no such delivery. */
export async function findDeliveryDocument(
  db: Queries,
  targetId: number,
  id: number,
): Promise<ManagedDeliveryDetails | undefined> {
  const [row] = await selectDeliveries(db).where(
    and(eq(deliveries.targetId, targetId), eq(deliveries.id, id)),
  );
  if (!row) return undefined;
  const attempts = (await listAttempts(db, [id])).get(id) ?? [];
  const [source] = await db
    .select({
      requestId: deliveries.requestId,
      createdAt: deliveries.createdAt,
      eventIds: deliveries.eventIds,
      body: deliveries.body,
      url: webhookTargets.url,
    })
    .from(deliveries)
    .innerJoin(webhookTargets, eq(webhookTargets.id, deliveries.targetId))
    .where(eq(deliveries.id, id));
  const [body] = source ? await buildBodies(db, [source]) : [];
  const isStored = body !== undefined && (body.eventIds?.length !== 0 || source?.body !== '');
  return {
    ...toDocument(row, attempts),
    url: source?.url ?? '',
    body: isStored ? Buffer.concat(body.parts).toString() : null,
    headers: { ...REQUEST_HEADERS, ...attempts.findLast(({ headers }) => headers)?.headers },
  };
}

const selectDeliveries = (db: Queries) => {
  const member = sql`${outboundEvents.data} -> 'member_info'`;
  return db
    .select({
      id: deliveries.id,
      requestId: deliveries.requestId,
      state: deliveries.state,
      createdAt: deliveries.createdAt,
      nextAttemptAt: deliveries.nextAttemptAt,
      events: sql`coalesce(cardinality(${deliveries.eventIds}), 0)`.mapWith(Number),
      isPaused: sql<boolean>`${webhookTargets.disabledAt} is not null`,
      eventType: outboundEvents.eventType,
      eventId: outboundEvents.eventId,
      memberId: sql<string | null>`${member} ->> 'member_id'`,
      firstName: sql<string | null>`${member} ->> 'first_name'`,
      lastName: sql<string | null>`${member} ->> 'last_name'`,
    })
    .from(deliveries)
    .innerJoin(webhookTargets, eq(webhookTargets.id, deliveries.targetId))
    .leftJoin(outboundEvents, eq(outboundEvents.id, sql`${deliveries.eventIds}[1]`));
};

type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];
type AttemptRow = typeof deliveryAttempts.$inferSelect;

function toDocument(row: DeliveryRow, attempts: readonly AttemptRow[]): ManagedDelivery {
  const { id, requestId, state, createdAt, nextAttemptAt, eventType, eventId, events } = row;
  const name = [row.firstName, row.lastName].filter((part) => part?.trim()).join(' ');
  return {
    id: String(id),
    request_id: requestId,
    state,
    event_type: eventType,
    events,
    first_event:
      eventId === null
        ? null
        : { id: eventId, member_id: row.memberId, member_name: name === '' ? null : name },
    created_at: createdAt.toISOString(),
    next_attempt_at: state === 'waiting' && !row.isPaused ? nextAttemptAt.toISOString() : null,
    attempts: attempts.map(toAttempt),
  };
}

async function listAttempts(
  db: Queries,
  deliveryIds: readonly number[],
): Promise<Map<number, AttemptRow[]>> {
  const rows = await db
    .select()
    .from(deliveryAttempts)
    .where(inArray(deliveryAttempts.deliveryId, [...deliveryIds]))
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
