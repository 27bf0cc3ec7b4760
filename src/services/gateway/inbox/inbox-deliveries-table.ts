import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { DELIVERY_OUTCOMES } from '#contract/gateway/inbox.ts';
import { bytes, idColumn, moment } from '#services/platform/database/columns.ts';

export type Verdict = (typeof DELIVERY_OUTCOMES)[number];

/** The deliveries that came in, each with what was made of it. */
export const inboxDeliveries = pgTable(
  'inbox_deliveries',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    receivedAt: moment('received_at').notNull(),
    verdict: text().$type<Verdict>().notNull(),
    /** Why it was refused, or what is odd about it. */
    reason: text(),
    /** These three as the envelope states them; null where it could not be read. */
    requestId: text('request_id'),
    eventType: text('event_type'),
    totalCount: bigint('total_count', { mode: 'number' }),
    /** The headers; null where they were missing. */
    signature: text(),
    nonce: text(),
    /** The bytes that were signed: not every body is text. Null where it was too large to be kept. */
    body: bytes('body'),
    /** Ids of the events in it that are in the inbox. */
    eventIds: text('event_ids').array().notNull(),
  },
  (table) => [
    index('inbox_deliveries_team_index').on(table.teamId, table.id),
    index('inbox_deliveries_verdict_index').on(table.teamId, table.verdict, table.id),
    index('inbox_deliveries_request_index').on(table.teamId, table.requestId),
    index('inbox_deliveries_received_index').on(table.receivedAt),
    // For the deliveries about a member: those that hold one of the member's events.
    index('inbox_deliveries_events_index').using('gin', table.eventIds),
  ],
);
export type InboxDeliveryRow = typeof inboxDeliveries.$inferSelect;
