import { and, asc, desc, eq, getTableColumns, gt, gte, lt, max, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { LISTED_BYTES, type listInboxEvents } from '#contract/gateway/inbox.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { notifyInbox } from './inbox-channel.ts';
import { type InboxEventRow, inboxEvents } from './inbox-events-table.ts';
import { parseCursor } from './inbox-page.ts';

type Filters = z.output<typeof listInboxEvents.query>;

/** An event; large data is not loaded. */
export type ListedEventRow = Omit<InboxEventRow, 'data'> & { data: string | null };

/** A page of a team's events, newest first, with one row more than `count`; and the total. */
export async function listEvents(
  db: Queries,
  teamId: number,
  query: Filters,
): Promise<{ rows: ListedEventRow[]; total: number }> {
  const start = parseCursor(query.start_cursor);
  const { sequence, receivedAt, memberId, eventType, state } = inboxEvents;
  const matching = and(
    eq(inboxEvents.teamId, teamId),
    query.member_id === undefined ? undefined : eq(memberId, query.member_id),
    query.event_type === undefined ? undefined : eq(eventType, query.event_type),
    query.state === undefined ? undefined : eq(state, query.state),
    query.since === undefined ? undefined : gte(receivedAt, new Date(query.since)),
    query.until === undefined ? undefined : lt(receivedAt, new Date(query.until)),
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
    if (row) await notifyInbox(tx, teamId);
    return row;
  });
}
