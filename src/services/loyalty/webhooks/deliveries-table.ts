import { eq, sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** A request to one target: its body is made once, so that every attempt sends the same bytes. */
export const deliveries = pgTable(
  'loyalty_deliveries',
  {
    id: idColumn(),
    targetId: bigint('target_id', { mode: 'number' })
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    requestId: text('request_id').notNull(),
    body: text().notNull(),
    state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    /** Attempts begun, so that one whose process died counts too. */
    attempts: integer().notNull().default(0),
    /** While an attempt is under way: when it counts as lost. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('loyalty_deliveries_request_id_unique').on(table.requestId),
    index('loyalty_deliveries_due_index')
      .on(table.targetId, table.nextAttemptAt)
      .where(eq(table.state, sql`'waiting'`)),
  ],
);

/** The log of every attempt. */
export const deliveryAttempts = pgTable(
  'loyalty_delivery_attempts',
  {
    id: idColumn(),
    deliveryId: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null: under way, or lost with its process. */
    endedAt: moment('ended_at'),
    /** The status answered; null where there was no answer. */
    status: integer(),
    /** Why there was no answer. */
    error: text(),
  },
  (table) => [unique('loyalty_delivery_attempts_number_unique').on(table.deliveryId, table.number)],
);
