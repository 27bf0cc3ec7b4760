import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/**
 * The loyalty service's id in an event's data; null if it has none. A function of a migration, so that events
 * of older processes have it too.
 */
export const serviceIdIn = (data: PgColumn) => sql<string | null>`inbox_service_id(${data})`;

/** Received events, one row for each event id of a team. */
export const inboxEvents = pgTable(
  'inbox_events',
  {
    /** Increases in the order in which a team's events become visible; cursor of lists and stream. */
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    /** JSON as received; integers that are too long for a number are text. Not jsonb, which rejects some strings that JSON allows. */
    data: text().notNull(),
    /** The operator's id of the member it is about. */
    memberId: text('member_id'),
    /** The time at which its member data was current. */
    factsAt: moment('facts_at').notNull(),
    deliveryId: bigint('delivery_id', { mode: 'number' }).notNull(),
    receivedAt: moment('received_at').notNull(),
    processedAt: moment('processed_at'),
    state: text().$type<'pending' | 'processed' | 'failed' | 'malformed'>().notNull(),
    /** How often it was replayed. */
    replays: integer().notNull().default(0),
    /** Of a tier upgrade: the name of the member's tier before it, found when it is first processed. */
    previousTier: text('previous_tier'),
    /** From a test request: it never updates member data. */
    isTest: boolean('is_test').notNull().default(false),
  },
  (table) => [
    unique('inbox_events_event_unique').on(table.teamId, table.eventId),
    index('inbox_events_team_index').on(table.teamId, table.sequence),
    index('inbox_events_member_index').on(table.teamId, table.memberId, table.sequence),
    index('inbox_events_service_id_index').on(table.teamId, serviceIdIn(table.data)),
    index('inbox_events_type_index').on(table.teamId, table.eventType, table.sequence),
    index('inbox_events_received_index').on(table.receivedAt),
    index('inbox_events_pending_index').on(table.sequence).where(sql`${table.state} = 'pending'`),
  ],
);
export type InboxEventRow = typeof inboxEvents.$inferSelect;
