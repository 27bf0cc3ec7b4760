import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import {
  LISTED_BYTES,
  LISTED_EVENT_IDS,
  type listInboxDeliveries,
} from '#contract/gateway/inbox.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type InboxDeliveryRow, inboxDeliveries } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';
import { readCursor } from './inbox-page.ts';

type Filters = z.output<typeof listInboxDeliveries.query>;

/** A delivery as lists show it: a large body and most of many ids are left in the database. */
export type ListedDeliveryRow = InboxDeliveryRow & { eventCount: number };

/** A page of a team's deliveries, newest first, one more than asked for; and how many there are. */
export async function listDeliveries(
  db: Queries,
  teamId: number,
  query: Filters,
): Promise<{ rows: ListedDeliveryRow[]; total: number }> {
  const start = readCursor(query.start_cursor);
  const { body, eventIds, ...columns } = getTableColumns(inboxDeliveries);
  const { id, receivedAt, verdict, eventType } = columns;
  const matching = and(
    eq(inboxDeliveries.teamId, teamId),
    query.verdict === undefined ? undefined : eq(verdict, query.verdict),
    query.event_type === undefined ? undefined : eq(eventType, query.event_type),
    query.member_id === undefined ? undefined : isAbout(db, teamId, query.member_id),
    query.since === undefined ? undefined : gte(receivedAt, new Date(query.since)),
    query.until === undefined ? undefined : lt(receivedAt, new Date(query.until)),
  );
  const [counted] = await db.select({ total: count() }).from(inboxDeliveries).where(matching);
  const isListed = sql`octet_length(${body}) <= ${LISTED_BYTES}`;
  const rows = await db
    .select({
      ...columns,
      body: sql<Uint8Array | null>`case when ${isListed} then ${body} end`.mapWith(body),
      eventIds: sql<string[]>`${eventIds}[1:${sql.raw(String(LISTED_EVENT_IDS))}]`,
      eventCount: sql<number>`cardinality(${eventIds})`,
    })
    .from(inboxDeliveries)
    .where(and(matching, start === undefined ? undefined : lt(id, start)))
    .orderBy(desc(id))
    .limit(query.count + 1);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Deliveries with an event about a member, those that only repeated it too. Their ids are looked up
 * before: else the database goes through all deliveries from the newest on until a page is full.
 */
function isAbout(db: Queries, teamId: number, memberId: string) {
  const events = db
    .select({ id: inboxEvents.eventId })
    .from(inboxEvents)
    .where(and(eq(inboxEvents.teamId, teamId), eq(inboxEvents.memberId, memberId)));
  const holding = alias(inboxDeliveries, 'holding');
  const requests = db
    .select({ id: holding.id })
    .from(holding)
    .where(and(eq(holding.teamId, teamId), sql`${holding.eventIds} && array ${events}`));
  return sql`${inboxDeliveries.id} = any(array ${requests})`;
}

/** A team's delivery, or undefined where there is none of that id. */
export async function findDelivery(
  db: Queries,
  teamId: number,
  id: string,
): Promise<InboxDeliveryRow | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [row] = await db
    .select()
    .from(inboxDeliveries)
    .where(and(eq(inboxDeliveries.teamId, teamId), eq(inboxDeliveries.id, Number(id))));
  return row;
}
