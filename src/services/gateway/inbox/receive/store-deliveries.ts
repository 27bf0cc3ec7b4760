import { and, eq, inArray, sql } from 'drizzle-orm';
import { INBOX_CHANNEL } from '#services/gateway/inbox/inbox-channel.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import type { MemberKeys } from '#services/platform/personal-data/member-digests.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Delivery } from './delivery.ts';
import { findErasedMembers } from './erased-members.ts';
import {
  deleteOldest,
  deliveryValues,
  type IncomingRequest,
  storableBody,
} from './store-rejected.ts';

const EVENTS_PER_STATEMENT = 5_000;
/** The signature is one of the body. */
const WITHOUT_BODY = { body: undefined, signature: undefined, nonce: undefined };

/** A request with a valid signature and its parsed body. */
export interface AuthenticRequest {
  incoming: IncomingRequest;
  delivery: Delivery;
}

export interface StoredDelivery {
  id: number;
  verdict: 'accepted' | 'duplicate';
}

/** An authentic request and the id of its row. */
type NumberedRequest = AuthenticRequest & { id: number; hasErased: boolean };

/**
 * Stores authentic requests to a team and their events in one transaction, as if they had arrived one
 * after another. One is a duplicate if it contains nothing new.
 *
 * Deliveries to one team are serialized, so that its events become visible in the order of their
 * sequence: a reader that continues after a sequence misses nothing. An event of an erased member is stored without
 * its values, and its request without the body.
 * @throws {JsonApiError} 404 if the team no longer has a loyalty program
 */
export async function storeDeliveries(
  { db, encryption }: { db: Queries; encryption: Encryption },
  teamId: number,
  requests: readonly AuthenticRequest[],
): Promise<StoredDelivery[]> {
  return db.transaction(async (tx) => {
    const ids = await lockTeamAndReserveIds(tx, teamId, requests.length);
    const members = requests.flatMap(({ delivery }) => delivery.events.map(({ member }) => member));
    const isErased = await findErasedMembers(tx, encryption, teamId, members);
    const numbered = requests.map((request, index) => ({
      ...withoutErased(request, isErased),
      id: ids[index] as number,
    }));
    const newEvents = await insertEvents(tx, teamId, numbered);
    const repeated = await listRepeated(tx, teamId, numbered);
    const rows = numbered.map((request) =>
      toRow(request, newEvents.get(request.id) ?? 0, repeated.has(request.id)),
    );
    await insertDeliveries(tx, rows);
    if (rows.some(({ verdict }) => verdict === 'duplicate')) {
      await deleteOldest(tx, teamId, 'duplicate');
    }
    return rows.map(({ id, verdict }) => ({ id, verdict }));
  });
}

function withoutErased(
  { incoming, delivery }: AuthenticRequest,
  isErased: (member: MemberKeys) => boolean,
): Omit<NumberedRequest, 'id'> {
  const events = delivery.events.map((event) =>
    isErased(event.member) ? { ...event, data: '{}', memberId: null } : event,
  );
  const hasErased = delivery.events.some(({ member }) => isErased(member));
  return { incoming, delivery: { ...delivery, events }, hasErased };
}

/** @returns ids for new deliveries */
async function lockTeamAndReserveIds(
  tx: Queries,
  teamId: number,
  count: number,
): Promise<number[]> {
  const nextId = sql`nextval(pg_get_serial_sequence('inbox_deliveries', 'id'))`;
  const [team] = await lockForUpdate(
    tx
      .select({
        ids: sql<unknown[]>`array(select ${nextId} from generate_series(1, ${count}::int))`,
      })
      .from(loyaltyConnections)
      .where(eq(loyaltyConnections.teamId, teamId)),
  );
  if (!team) throw notFound();
  return team.ids.map(Number);
}

/**
 * Inserts the events in their order, each id once, and notifies of new ones.
 * @returns how many are new, by the id of the delivery
 */
async function insertEvents(
  tx: Queries,
  teamId: number,
  requests: readonly NumberedRequest[],
): Promise<Map<number, number>> {
  const rows = requests.flatMap(({ id, incoming, delivery }) =>
    delivery.events.map(({ member: _member, ...event }) => ({
      ...event,
      teamId,
      deliveryId: id,
      receivedAt: incoming.receivedAt,
      isTest: incoming.isTest ?? false,
    })),
  );
  const newEvents = new Map<number, number>();
  for (let start = 0; start < rows.length; start += EVENTS_PER_STATEMENT) {
    const { columns, source } = jsonRows(
      inboxEvents,
      rows.slice(start, start + EVENTS_PER_STATEMENT),
    );
    // The notifications are equal, so only one is sent, when the transaction commits.
    const { rows: counts } = await tx.execute<{ delivery_id: unknown; events: number }>(sql`
      with inserted as (
        insert into ${inboxEvents} (${columns})
        select ${columns} from ${source} order by ordinality
        on conflict (team_id, event_id) do nothing
        returning delivery_id
      )
      select delivery_id, count(*)::int as events, pg_notify(${INBOX_CHANNEL}, ${String(teamId)})
      from inserted group by delivery_id`);
    for (const { delivery_id: id, events } of counts) {
      newEvents.set(Number(id), (newEvents.get(Number(id)) ?? 0) + events);
    }
  }
  return newEvents;
}

/**
 * The ids of requests without events that repeat an earlier one. They have no event ids, so they are
 * recognized by their request id.
 */
async function listRepeated(
  tx: Queries,
  teamId: number,
  requests: readonly NumberedRequest[],
): Promise<Set<number>> {
  const empty = requests.filter(({ delivery }) => delivery.events.length === 0);
  if (empty.length === 0) return new Set();
  const requestIds = empty.map(({ delivery }) => delivery.requestId);
  const stored = await tx
    .selectDistinct({ requestId: inboxDeliveries.requestId })
    .from(inboxDeliveries)
    .where(and(eq(inboxDeliveries.teamId, teamId), inArray(inboxDeliveries.requestId, requestIds)));
  const known = new Set(stored.map(({ requestId }) => requestId));
  const repeated = new Set<number>();
  for (const { id, delivery } of requests) {
    if (delivery.events.length === 0 && known.has(delivery.requestId)) repeated.add(id);
    known.add(delivery.requestId);
  }
  return repeated;
}

function toRow(
  { id, incoming, delivery, hasErased }: NumberedRequest,
  newEvents: number,
  isRepeated: boolean,
) {
  const { warning, requestId, eventType, eventTypes, totalCount, events } = delivery;
  const eventIds = [...new Set(events.map(({ eventId }) => eventId))];
  const known = eventIds.length - newEvents;
  const isDuplicate = newEvents === 0 && (eventIds.length > 0 || isRepeated);
  const reasons = [
    isDuplicate && 'Already received; skipped.',
    !isDuplicate &&
      known > 0 &&
      `${known} of ${eventIds.length} events ${known === 1 ? 'was' : 'were'} already received.`,
    hasErased && 'It has an event of a member who was erased, which is stored without values.',
    warning,
  ].filter((reason) => typeof reason === 'string');
  const body = isDuplicate ? storableBody(incoming) : (incoming.body ?? null);
  return {
    ...deliveryValues(hasErased ? { ...incoming, ...WITHOUT_BODY } : incoming),
    id,
    verdict: isDuplicate ? ('duplicate' as const) : ('accepted' as const),
    reason: reasons.length > 0 ? reasons.join(' ') : null,
    ...{ requestId, eventType, eventTypes, totalCount, eventIds },
    body: hasErased ? null : body,
  };
}

async function insertDeliveries(tx: Queries, rows: readonly ReturnType<typeof toRow>[]) {
  const { columns, source } = jsonRows(inboxDeliveries, rows);
  await tx.execute(sql`
    insert into ${inboxDeliveries} (${columns}) overriding system value
    select ${columns} from ${source}`);
}
