import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { DELIVERY_OUTCOMES } from '#contract/gateway/inbox.ts';
import { bytes, idColumn, moment } from '#services/platform/database/columns.ts';

export type Verdict = (typeof DELIVERY_OUTCOMES)[number];

/** Received webhook requests and their outcomes. */
export const inboxDeliveries = pgTable(
  'inbox_deliveries',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    receivedAt: moment('received_at').notNull(),
    verdict: text().$type<Verdict>().notNull(),
    /** Why it was rejected, or a warning about an accepted one. */
    reason: text(),
    /** These three are from the envelope; null if it could not be parsed. */
    requestId: text('request_id'),
    eventType: text('event_type'),
    /** The request id in the body of a rejected request. Anyone can claim any. */
    claimedRequestId: text('claimed_request_id'),
    /** The distinct types of its events. */
    eventTypes: text('event_types').array().notNull().default([]),
    totalCount: bigint('total_count', { mode: 'number' }),
    /** These two are headers; null if missing. */
    signature: text(),
    nonce: text(),
    /** The sender's address. */
    ip: text(),
    /** How long the response took, up to its storing, in ms. */
    durationMs: integer('duration_ms'),
    /** Sent from the console to try out the inbox. */
    isTest: boolean('is_test').notNull().default(false),
    /** The signed bytes, which need not be text. Null if too large to store. */
    body: bytes('body'),
    /** Ids of its events that are in the inbox. */
    eventIds: text('event_ids').array().notNull(),
  },
  (table) => [
    index('inbox_deliveries_team_index').on(table.teamId, table.id),
    index('inbox_deliveries_verdict_index').on(table.teamId, table.verdict, table.id),
    index('inbox_deliveries_request_index').on(table.teamId, table.requestId),
    index('inbox_deliveries_claimed_index').on(table.teamId, table.claimedRequestId),
    index('inbox_deliveries_received_index').on(table.receivedAt),
    // Finds the deliveries of a member's events.
    index('inbox_deliveries_events_index').using('gin', table.eventIds),
  ],
);
export type InboxDeliveryRow = typeof inboxDeliveries.$inferSelect;
