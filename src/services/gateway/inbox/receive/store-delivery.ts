import { and, eq, ne } from 'drizzle-orm';
import {
  type WebhookRequestRow,
  webhookRequests,
} from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { webhookEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { notifyInbox } from '#services/gateway/inbox/stream/inbox-channel.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Delivery } from './delivery.ts';
import { type IncomingRequest, keptBody, requestValues, trim } from './store-rejected.ts';

/** A statement takes at most 65,535 parameters. */
const ROWS_A_STATEMENT = 1_000;

/**
 * Keeps an authentic request with its events. It is a duplicate when nothing in it is new.
 *
 * Deliveries to one team take turns, so that its events become visible in the order of their
 * sequence: whoever has read up to one of them has missed none.
 */
export async function keepDelivery(
  db: Queries,
  incoming: IncomingRequest,
  delivery: Delivery,
): Promise<'accepted' | 'duplicate'> {
  const eventIds = [...new Set(delivery.events.map(({ eventId }) => eventId))];
  return db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(webhookRequests)
      .values({
        ...requestValues(incoming),
        verdict: 'accepted',
        reason: delivery.warning,
        requestId: delivery.requestId,
        eventType: delivery.eventType,
        totalCount: delivery.totalCount,
        body: incoming.body ?? null,
        eventIds,
      })
      .returning({ id: webhookRequests.id });
    const id = inserted?.id as number;
    const change = (values: Partial<WebhookRequestRow>) =>
      tx.update(webhookRequests).set(values).where(eq(webhookRequests.id, id));

    // The body is written by now: whoever waits behind this one waits for its events alone.
    await takeTurn(tx, incoming.teamId);
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
    if (eventIds.length === 0 && !(await cameBefore(tx, incoming.teamId, delivery, id))) {
      return 'accepted';
    }
    const repeated = 'All of it came before and is not processed again.';
    const reason = joinReasons(repeated, delivery.warning);
    await change({ verdict: 'duplicate', reason, body: keptBody(incoming) });
    await trim(tx, incoming.teamId, 'duplicate');
    return 'duplicate';
  });
}

async function takeTurn(tx: Queries, teamId: number): Promise<void> {
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
  webhookRequestId: number,
): Promise<number> {
  let fresh = 0;
  for (let start = 0; start < events.length; start += ROWS_A_STATEMENT) {
    const rows = events
      .slice(start, start + ROWS_A_STATEMENT)
      .map((event) => ({ ...event, teamId, receivedAt, webhookRequestId }));
    const inserted = await tx
      .insert(webhookEvents)
      .values(rows)
      .onConflictDoNothing({ target: [webhookEvents.teamId, webhookEvents.eventId] })
      .returning({ sequence: webhookEvents.sequence });
    fresh += inserted.length;
  }
  return fresh;
}

/** Whether a request without events, which no event id can tell apart, is here already. */
async function cameBefore(tx: Queries, teamId: number, { requestId }: Delivery, id: number) {
  const earlier = await tx
    .select({ id: webhookRequests.id })
    .from(webhookRequests)
    .where(
      and(
        eq(webhookRequests.teamId, teamId),
        eq(webhookRequests.requestId, requestId),
        ne(webhookRequests.id, id),
      ),
    )
    .limit(1);
  return earlier.length > 0;
}

function joinReasons(repeated: string, warning: string | null): string {
  return warning === null ? repeated : `${repeated} ${warning}`;
}
