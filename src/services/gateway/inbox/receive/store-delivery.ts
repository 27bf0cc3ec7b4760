import { and, eq, ne } from 'drizzle-orm';
import {
  type InboxDeliveryRow,
  inboxDeliveries,
} from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { notifyInbox } from '#services/gateway/inbox/stream/inbox-channel.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Delivery } from './delivery.ts';
import {
  deleteOldest,
  deliveryValues,
  type IncomingRequest,
  storableBody,
} from './store-rejected.ts';

/** A statement takes at most 65,535 parameters. */
const ROWS_A_STATEMENT = 1_000;

/**
 * Keeps an authentic request with its events. It is a duplicate when nothing in it is new.
 *
 * Deliveries to one team take turns, so that its events become visible in the order of their
 * sequence: whoever has read up to one of them has missed none.
 */
export async function storeDelivery(
  db: Queries,
  incoming: IncomingRequest,
  delivery: Delivery,
): Promise<'accepted' | 'duplicate'> {
  const eventIds = [...new Set(delivery.events.map(({ eventId }) => eventId))];
  return db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(inboxDeliveries)
      .values({
        ...deliveryValues(incoming),
        verdict: 'accepted',
        reason: delivery.warning,
        requestId: delivery.requestId,
        eventType: delivery.eventType,
        totalCount: delivery.totalCount,
        body: incoming.body ?? null,
        eventIds,
      })
      .returning({ id: inboxDeliveries.id });
    const id = inserted?.id as number;
    const change = (values: Partial<InboxDeliveryRow>) =>
      tx.update(inboxDeliveries).set(values).where(eq(inboxDeliveries.id, id));

    // The body is written by now: whoever waits behind this one waits for its events alone.
    await lockTeam(tx, incoming.teamId);
    const fresh = await insertEvents(tx, incoming, delivery, id);
    if (fresh > 0) {
      const known = eventIds.length - fresh;
      if (known > 0) {
        const repeated = `${known} of ${eventIds.length} events came before.`;
        await change({ reason: joinReasons(repeated, delivery.warning) });
      }
      await notifyInbox(tx, incoming.teamId);
      return 'accepted';
    }
    if (eventIds.length === 0 && !(await isRepeated(tx, incoming.teamId, delivery, id))) {
      return 'accepted';
    }
    const repeated = 'All of it came before and is not processed again.';
    const reason = joinReasons(repeated, delivery.warning);
    await change({ verdict: 'duplicate', reason, body: storableBody(incoming) });
    await deleteOldest(tx, incoming.teamId, 'duplicate');
    return 'duplicate';
  });
}

async function lockTeam(tx: Queries, teamId: number): Promise<void> {
  await tx
    .select({ teamId: loyaltyConnections.teamId })
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId))
    .for('update');
}

/** Answers how many of the events are new. */
async function insertEvents(
  tx: Queries,
  { teamId, receivedAt }: IncomingRequest,
  { events }: Delivery,
  deliveryId: number,
): Promise<number> {
  let fresh = 0;
  for (let start = 0; start < events.length; start += ROWS_A_STATEMENT) {
    const rows = events
      .slice(start, start + ROWS_A_STATEMENT)
      .map((event) => ({ ...event, teamId, receivedAt, deliveryId }));
    const inserted = await tx
      .insert(inboxEvents)
      .values(rows)
      .onConflictDoNothing({ target: [inboxEvents.teamId, inboxEvents.eventId] })
      .returning({ sequence: inboxEvents.sequence });
    fresh += inserted.length;
  }
  return fresh;
}

/** Whether a request without events, which no event id can tell apart, is here already. */
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

function joinReasons(repeated: string, warning: string | null): string {
  return warning === null ? repeated : `${repeated} ${warning}`;
}
