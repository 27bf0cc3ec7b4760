import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { inParts } from '#services/platform/database/in-parts.ts';
import type { Log } from '#services/platform/log.ts';

const STEP = 50;

/**
 * Adds the IDs of their events to deliveries that a process before 0.3.0 stored. They are sent as they were stored.
 * @returns whether there may be more
 */
export async function completeOldDeliveries(
  db: Database,
  log: Pick<Log, 'error'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(isNull(deliveries.eventIds))
    .orderBy(asc(deliveries.id))
    .limit(STEP);
  await inParts(
    rows.map(({ id }) => id),
    (ids) => completeDeliveries(db, ids),
    (id, error) => log.error({ err: error, deliveryId: id }, "a delivery's events are not known"),
  );
  return rows.length === STEP;
}

/** @param ids of deliveries without the IDs of their events */
export async function completeDeliveries(db: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(deliveries)
    .set({
      eventIds: sql`array(
        select event.id
        from json_array_elements(${deliveries.body}::json -> 'events') with ordinality as item (event, number)
        join ${outboundEvents} event on event.event_id = item.event ->> 'id'
        order by item.number
      )`,
      bytes: sql`octet_length(${deliveries.body})`,
    })
    .where(and(inArray(deliveries.id, [...ids]), isNull(deliveries.eventIds)));
}

/** Deliveries without the IDs of their events that name one of these; few are left soon after an upgrade. */
export async function listIncompleteOf(
  db: Queries,
  eventIds: readonly number[],
): Promise<number[]> {
  const names = db
    .select({ pattern: sql<string>`'%' || ${outboundEvents.eventId} || '%'` })
    .from(outboundEvents)
    .where(inArray(outboundEvents.id, [...eventIds]));
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isNull(deliveries.eventIds), sql`${deliveries.body} like any(array(${names}))`));
  return rows.map(({ id }) => id);
}
