import { and, asc, desc, eq, getTableColumns, gt, gte, ilike, lt, max, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  type InboxEvent,
  LISTED_BYTES,
  type listInboxEvents,
  SEARCHED_EVENTS,
} from '#contract/gateway/inbox.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { parseNumberCursor } from '#services/platform/json-api/page.ts';
import { describeUnreadable } from './event-reason.ts';
import { notifyInbox } from './inbox-channel.ts';
import { inboxDeliveries } from './inbox-deliveries-table.ts';
import { type InboxEventRow, inboxEvents } from './inbox-events-table.ts';

type Filters = z.output<typeof listInboxEvents.query>;

/** An event; large data is not loaded. */
export type ListedEventRow = Omit<InboxEventRow, 'data'> & { data: string | null };

/** A page of a team's events, newest first, with one row more than `count`; and the total. */
export async function listEvents(
  db: Queries,
  teamId: number,
  query: Filters,
): Promise<{ rows: ListedEventRow[]; total: number }> {
  const start = parseNumberCursor(query.start_cursor);
  const { sequence } = inboxEvents;
  const matching = and(
    matchEvents(teamId, {
      since: query.since === undefined ? null : new Date(query.since),
      until: query.until === undefined ? null : new Date(query.until),
      eventType: query.event_type ?? null,
      memberId: query.member_id ?? null,
      eventState: query.state ?? null,
    }),
    query.test === undefined ? undefined : eq(inboxEvents.isTest, query.test === 'true'),
    query.replayed === undefined
      ? undefined
      : query.replayed === 'true'
        ? gt(inboxEvents.replays, 0)
        : eq(inboxEvents.replays, 0),
    query.q === undefined ? undefined : isSearched(db, teamId, query.q),
    query.webhook_request_id === undefined
      ? undefined
      : isOfDelivery(db, teamId, query.webhook_request_id),
  );
  const { data, ...columns } = getTableColumns(inboxEvents);
  const isListed = sql`octet_length(${data}) <= ${LISTED_BYTES}`;
  const listRows = db
    .select({ ...columns, data: sql<string | null>`case when ${isListed} then ${data} end` })
    .from(inboxEvents)
    .where(and(matching, start === undefined ? undefined : lt(sequence, start)))
    .orderBy(desc(sequence))
    .limit(query.count + 1);
  const [rows, total] = await Promise.all([listRows, db.$count(inboxEvents, matching)]);
  return { rows, total };
}

/** Filters of events; null if one isn't set. */
export interface EventFilters {
  /** Received at or after `since`, and before `until`. */
  since: Date | null;
  until: Date | null;
  eventType: string | null;
  memberId: string | null;
  eventState: InboxEventRow['state'] | null;
}

export const NO_FILTERS: EventFilters = {
  since: null,
  until: null,
  eventType: null,
  memberId: null,
  eventState: null,
};

/** The condition for a team's events that match filters. */
export function matchEvents(
  team: number,
  { since, until, eventType, memberId, eventState }: EventFilters,
) {
  return and(
    eq(inboxEvents.teamId, team),
    memberId === null ? undefined : eq(inboxEvents.memberId, memberId),
    eventType === null ? undefined : eq(inboxEvents.eventType, eventType),
    eventState === null ? undefined : eq(inboxEvents.state, eventState),
    since === null ? undefined : gte(inboxEvents.receivedAt, since),
    until === null ? undefined : lt(inboxEvents.receivedAt, until),
  );
}

/** Only among the newest events, because no index helps to find text in the middle of a value. */
function isSearched(db: Queries, teamId: number, text: string) {
  const { sequence, data } = inboxEvents;
  const oldest = db
    .select({ sequence })
    .from(inboxEvents)
    .where(eq(inboxEvents.teamId, teamId))
    .orderBy(desc(sequence))
    .offset(SEARCHED_EVENTS - 1)
    .limit(1);
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return and(gte(sequence, sql`coalesce((${oldest}), 0)`), ilike(data, pattern));
}

function isOfDelivery(db: Queries, teamId: number, id: string) {
  if (!/^\d{1,15}$/.test(id)) return sql`false`;
  const { teamId: team, id: deliveryId, eventIds } = inboxDeliveries;
  const ids = db
    .select({ id: sql<string>`unnest(${eventIds})` })
    .from(inboxDeliveries)
    .where(and(eq(team, teamId), eq(deliveryId, Number(id))));
  return sql`${inboxEvents.eventId} = any(array ${ids})`;
}

/** A program has a few types; the others are left out. */
const MAX_TYPES = 100;

/** The types of a team's events, sorted. Jumps from one to the next in the index. */
export async function listEventTypes(db: Queries, teamId: number): Promise<string[]> {
  const { teamId: team, eventType } = inboxEvents;
  const { rows } = (await db.execute(sql`
    with recursive types as (
      (select min(${eventType}) as type from ${inboxEvents} where ${team} = ${teamId})
      union all
      select (
        select min(${eventType}) from ${inboxEvents}
        where ${team} = ${teamId} and ${eventType} > types.type
      ) from types where types.type is not null
    )
    select type from types where type is not null limit ${sql.raw(String(MAX_TYPES))}
  `)) as unknown as { rows: { type: string }[] };
  return rows.map(({ type }) => type);
}

export async function findEvent(
  db: Queries,
  teamId: number,
  eventId: string,
): Promise<InboxEventRow | undefined> {
  const [row] = await db
    .select()
    .from(inboxEvents)
    .where(and(eq(inboxEvents.teamId, teamId), eq(inboxEvents.eventId, eventId)));
  return row;
}

/** The next events of a stream, oldest first. */
export async function listEventsAfter(
  db: Queries,
  teamId: number,
  sequence: number,
  limit: number,
): Promise<InboxEventRow[]> {
  return db
    .select()
    .from(inboxEvents)
    .where(and(eq(inboxEvents.teamId, teamId), gt(inboxEvents.sequence, sequence)))
    .orderBy(asc(inboxEvents.sequence))
    .limit(limit);
}

/** The sequence of a team's newest event; 0 if it has none. */
export async function getLastSequence(db: Queries, teamId: number): Promise<number> {
  const [row] = await db
    .select({ last: max(inboxEvents.sequence) })
    .from(inboxEvents)
    .where(eq(inboxEvents.teamId, teamId));
  return row?.last ?? 0;
}

/** Queues an event for processing again; undefined if there is none, or it is malformed. */
export async function replayEvent(
  db: Database,
  teamId: number,
  eventId: string,
): Promise<InboxEventRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(inboxEvents)
      .set({ state: 'pending', processedAt: null, replays: sql`${inboxEvents.replays} + 1` })
      .where(
        and(
          eq(inboxEvents.teamId, teamId),
          eq(inboxEvents.eventId, eventId),
          ne(inboxEvents.state, 'malformed'),
        ),
      )
      .returning();
    if (row) {
      await notifyInbox(tx, teamId);
      const subject = { type: 'webhook_event', id: eventId, name: row.eventType };
      await recordAudit(tx, { action: 'webhook_event.replay', subject, teamId });
    }
    return row;
  });
}

/** An event in the shape of decisions.md, 38. */
export function toEventDocument(row: ListedEventRow): InboxEvent {
  return {
    id: row.eventId,
    event_type: row.eventType,
    data: row.data === null ? null : JSON.parse(row.data),
    member_id: row.memberId,
    webhook_request_id: String(row.deliveryId),
    received_at: row.receivedAt.toISOString(),
    processed_at: row.processedAt?.toISOString() ?? null,
    state: row.state,
    reason: describeUnreadable(row),
    replays: row.replays,
    test: row.isTest,
    previous_tier: row.previousTier,
  };
}
