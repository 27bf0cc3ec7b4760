import { isNull } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { WebhookEventData } from '#contract/loyalty/webhooks.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

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
    createdAt: moment('created_at').notNull(),
    /** When it was added to a delivery for each target. */
    batchedAt: moment('batched_at'),
  },
  (table) => [
    unique('loyalty_outbound_events_event_id_unique').on(table.eventId),
    index('loyalty_outbound_events_waiting_index').on(table.id).where(isNull(table.batchedAt)),
  ],
);
