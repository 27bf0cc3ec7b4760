import { and, eq, ne } from 'drizzle-orm';
import { notifyInbox } from '#services/gateway/inbox/inbox-channel.ts';
import {
  type InboxDeliveryRow,
  inboxDeliveries,
} from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Delivery } from './delivery.ts';
import {
  deleteOldest,
  deliveryValues,
  type IncomingRequest,
  storableBody,
} from './store-rejected.ts';

/** A statement can have at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

export interface StoredDelivery {
  id: number;
  verdict: 'accepted' | 'duplicate';
}

/**
 * Stores an authentic request and its events. It is a duplicate if it contains nothing new.
 *
 * Deliveries to one team are serialized, so that its events become visible in the order of their
 * sequence: a reader that continues after a sequence misses nothing.
 */
export async function storeDelivery(
  db: Queries,
  incoming: IncomingRequest,
  delivery: Delivery,
): Promise<StoredDelivery> {
  const eventIds = [...new Set(delivery.events.map(({ eventId }) => eventId))];
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insert(inboxDeliveries)
      .values({
        ...deliveryValues(incoming),
        verdict: 'accepted',
        reason: delivery.warning,
        requestId: delivery.requestId,
        eventType: delivery.eventType,
        eventTypes: delivery.eventTypes,
        totalCount: delivery.totalCount,
        body: incoming.body ?? null,
        eventIds,
      })
      .returning({ id: inboxDeliveries.id });
    const { id } = one(inserted);
    const change = (values: Partial<InboxDeliveryRow>) =>
      tx.update(inboxDeliveries).set(values).where(eq(inboxDeliveries.id, id));

    // After the body is written, so that waiting deliveries only wait for the events.
    await lockTeam(tx, incoming.teamId);
    const newEvents = await insertEvents(tx, incoming, delivery, id);
    if (newEvents > 0) {
      const known = eventIds.length - newEvents;
      if (known > 0) {
        const reason = `${known} of ${eventIds.length} events were already received.`;
        await change({ reason: joinReasons(reason, delivery.warning) });
      }
      await notifyInbox(tx, incoming.teamId);
      return { id, verdict: 'accepted' };
    }
    if (eventIds.length === 0 && !(await isRepeated(tx, incoming.teamId, delivery, id))) {
      return { id, verdict: 'accepted' };
    }
    const reason = joinReasons('Already received; skipped.', delivery.warning);
    await change({ verdict: 'duplicate', reason, body: storableBody(incoming) });
    await deleteOldest(tx, incoming.teamId, 'duplicate');
    return { id, verdict: 'duplicate' };
  });
}

async function lockTeam(tx: Queries, teamId: number): Promise<void> {
  await tx
    .select({ teamId: loyaltyConnections.teamId })
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId))
    .for('update');
}

/** @returns how many of the events are new */
async function insertEvents(
  tx: Queries,
  { teamId, receivedAt, isTest = false }: IncomingRequest,
  { events }: Delivery,
  deliveryId: number,
): Promise<number> {
  let newEvents = 0;
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT) {
    const rows = events
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((event) => ({ ...event, teamId, receivedAt, deliveryId, isTest }));
    const inserted = await tx
      .insert(inboxEvents)
      .values(rows)
      .onConflictDoNothing({ target: [inboxEvents.teamId, inboxEvents.eventId] })
      .returning({ sequence: inboxEvents.sequence });
    newEvents += inserted.length;
  }
  return newEvents;
}

/** Whether a request without events, and so without event ids, was already received. */
async function isRepeated(tx: Queries, teamId: number, { requestId }: Delivery, id: number) {
  const earlier = await tx
    .select({ id: inboxDeliveries.id })
    .from(inboxDeliveries)
    .where(
      and(
        eq(inboxDeliveries.teamId, teamId),
        eq(inboxDeliveries.requestId, requestId),
        ne(inboxDeliveries.id, id),
      ),
    )
    .limit(1);
  return earlier.length > 0;
}

function joinReasons(reason: string, warning: string | null): string {
  return warning === null ? reason : `${reason} ${warning}`;
}
