import {
  and,
  arrayContains,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import {
  type InboxDelivery,
  LISTED_BYTES,
  LISTED_EVENT_IDS,
  type listInboxDeliveries,
  REJECTED_OUTCOMES,
} from '#contract/gateway/inbox.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { parseNumberCursor } from '#services/platform/json-api/page.ts';
import { type InboxDeliveryRow, inboxDeliveries, type Verdict } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';

type Filters = z.output<typeof listInboxDeliveries.query>;

/** A delivery without a large body, and with only the first of many event ids. */
type ListedDeliveryRow = InboxDeliveryRow & { eventCount: number };

/** A page of a team's deliveries, newest first, with one row more than `count`; and the total. */
export async function listDeliveries(
  db: Queries,
  teamId: number,
  query: Filters,
): Promise<{ rows: ListedDeliveryRow[]; total: number }> {
  const start = parseNumberCursor(query.start_cursor);
  const { body, eventIds, ...columns } = getTableColumns(inboxDeliveries);
  const { id, receivedAt, verdict, eventTypes, requestId, claimedRequestId, isTest } = columns;
  const matching = and(
    eq(inboxDeliveries.teamId, teamId),
    query.verdict === undefined ? undefined : inArray(verdict, outcomesOf(query.verdict)),
    query.event_type === undefined ? undefined : arrayContains(eventTypes, [query.event_type]),
    query.request_id === undefined
      ? undefined
      : or(eq(requestId, query.request_id), eq(claimedRequestId, query.request_id)),
    query.member_id === undefined ? undefined : isAbout(db, teamId, query.member_id),
    query.since === undefined ? undefined : gte(receivedAt, new Date(query.since)),
    query.until === undefined ? undefined : lt(receivedAt, new Date(query.until)),
    query.test === undefined ? undefined : eq(isTest, query.test === 'true'),
  );
  const isListed = sql`octet_length(${body}) <= ${LISTED_BYTES}`;
  const listRows = db
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
  const [rows, total] = await Promise.all([listRows, db.$count(inboxDeliveries, matching)]);
  return { rows, total };
}

function outcomesOf(filter: NonNullable<Filters['verdict']>): readonly Verdict[] {
  return filter === 'rejected' ? REJECTED_OUTCOMES : [filter];
}

/**
 * Deliveries with an event about a member, duplicates included. Looks up their ids in a subquery;
 * otherwise the database scans all deliveries from the newest until a page is full.
 */
function isAbout(db: Queries, teamId: number, memberId: string) {
  const events = db
    .select({ id: inboxEvents.eventId })
    .from(inboxEvents)
    .where(and(eq(inboxEvents.teamId, teamId), eq(inboxEvents.memberId, memberId)));
  const containing = alias(inboxDeliveries, 'containing');
  const ids = db
    .select({ id: containing.id })
    .from(containing)
    .where(and(eq(containing.teamId, teamId), sql`${containing.eventIds} && array ${events}`));
  return sql`${inboxDeliveries.id} = any(array ${ids})`;
}

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

/** The status of the response to a delivery, by its outcome. */
const RESPONSE_STATUSES: Readonly<Record<Verdict, number>> = {
  accepted: 200,
  duplicate: 200,
  bad_signature: 401,
  stale: 401,
  malformed: 400,
  too_large: 413,
};

/** A delivery in the shape of decisions.md, 38. */
export function toDeliveryDocument(row: InboxDeliveryRow | ListedDeliveryRow): InboxDelivery {
  return {
    id: String(row.id),
    received_at: row.receivedAt.toISOString(),
    verdict: row.verdict,
    reason: row.reason,
    request_id: row.requestId,
    event_type: row.eventType,
    event_types: row.eventTypes,
    total_count: row.totalCount,
    signature: row.signature,
    nonce: row.nonce,
    claimed_request_id: row.claimedRequestId,
    ip: row.ip,
    response_status: RESPONSE_STATUSES[row.verdict],
    duration_ms: row.durationMs,
    test: row.isTest,
    events: row.eventIds,
    event_count: 'eventCount' in row ? row.eventCount : row.eventIds.length,
    // Rejected bodies need not be text; invalid bytes become replacement characters.
    body: row.body === null ? null : new TextDecoder().decode(row.body),
  };
}
