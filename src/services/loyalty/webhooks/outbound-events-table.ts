import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { WebhookEventData } from '#contract/loyalty/webhooks.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** The service's id of the member in an event's data. */
export const serviceIdIn = (data: PgColumn) =>
  sql<string | null>`(${data} #>> '{member_info,id}'::text[])`;

/** Events to send, inserted in the transaction of the change that caused them. */
export const outboundEvents = pgTable(
  'loyalty_outbound_events',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** `id` on the wire, by which receivers detect duplicates. */
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    data: jsonb().$type<WebhookEventData>().notNull(),
    /** The size of `data` as JSON; null if a process before 0.3.0 stored the event. */
    bytes: integer(),
    createdAt: moment('created_at').notNull(),
    /** When it was added to a delivery for each target. */
    batchedAt: moment('batched_at'),
    /**
     * Its place in the order in which events were added to deliveries. The database sets it, for processes of
     * every version; null for events before 0.3.0.
     */
    position: bigint({ mode: 'number' }),
  },
  (table) => [
    unique('loyalty_outbound_events_event_id_unique').on(table.eventId),
    index('loyalty_outbound_events_service_id_index').on(serviceIdIn(table.data)),
    index('loyalty_outbound_events_waiting_index').on(table.id).where(isNull(table.batchedAt)),
    index('loyalty_outbound_events_program_waiting_index')
      .on(table.programId, table.id)
      .where(isNull(table.batchedAt)),
    index('loyalty_outbound_events_program_index').on(table.programId, table.createdAt, table.id),
    index('loyalty_outbound_events_position_index')
      .on(table.programId, table.position)
      .where(isNotNull(table.position)),
  ],
);
