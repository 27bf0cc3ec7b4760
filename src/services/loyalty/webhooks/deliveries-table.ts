import { eq, sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** Requests to a target. The body is stored, so that every attempt sends the same bytes. */
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
    /** Started attempts; includes those that crashed. */
    attempts: integer().notNull().default(0),
    /** Attempts before the last retry by hand. They don't count toward the maximum. */
    attemptsBefore: integer('attempts_before').notNull().default(0),
    /** During an attempt: when it counts as crashed. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('loyalty_deliveries_request_id_unique').on(table.requestId),
    index('loyalty_deliveries_target_index').on(table.targetId, table.id),
    index('loyalty_deliveries_due_index')
      .on(table.targetId, table.nextAttemptAt)
      .where(eq(table.state, sql`'waiting'`)),
  ],
);

/** Log of all attempts. */
export const deliveryAttempts = pgTable(
  'loyalty_delivery_attempts',
  {
    id: idColumn(),
    deliveryId: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Starts at 1. */
    number: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while running, or if its process crashed. */
    endedAt: moment('ended_at'),
    /** Status of the response; null without one. */
    status: integer(),
    /** Why there was no response. */
    error: text(),
    /** The beginning of a response whose status isn't 200. */
    response: text(),
  },
  (table) => [unique('loyalty_delivery_attempts_number_unique').on(table.deliveryId, table.number)],
);
