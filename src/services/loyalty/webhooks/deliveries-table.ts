import { eq, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { webhookTargets } from './webhook-targets-table.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Requests to a target. Their bodies are built from their events at each attempt, with the same bytes. */
export const deliveries = pgTable(
  'loyalty_deliveries',
  {
    id: idColumn(),
    targetId: bigint('target_id', { mode: 'number' })
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    requestId: text('request_id').notNull(),
    /** In the order of the body. Null if a process before 0.3.0 stored the delivery, until it is completed. */
    eventIds: bigint('event_ids', { mode: 'number' }).array(),
    /** The size of its events as JSON. */
    bytes: integer(),
    /**
     * The body that a process before 0.3.0 stored; it is sent unchanged. Later processes leave it empty: when an
     * older one starts an attempt, a trigger builds the body, with the bytes of `toRequestBody`.
     */
    body: text().notNull().default(''),
    /** SHA-256 of the body of the first attempt. Another body is sent as a new request. */
    bodyHash: text('body_hash'),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
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
    index('loyalty_deliveries_state_index').on(table.targetId, table.state, table.id),
    index('loyalty_deliveries_events_index').using('gin', table.eventIds),
    index('loyalty_deliveries_incomplete_index').on(table.id).where(isNull(table.eventIds)),
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
    /** The nonce and the signatures that were sent. */
    headers: jsonb().$type<Record<string, string>>(),
  },
  (table) => [unique('loyalty_delivery_attempts_number_unique').on(table.deliveryId, table.number)],
);

/** Number of deliveries of a target by the day of their creation and state. Only triggers write it. */
export const deliveryDays = pgTable(
  'loyalty_delivery_days',
  {
    targetId: bigint('target_id', { mode: 'number' })
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    state: text().$type<DeliveryState>().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.day, table.state] })],
);
