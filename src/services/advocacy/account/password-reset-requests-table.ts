import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Addresses that links were requested for, until they are looked up; not all of them are a user's. */
export const passwordResetRequests = pgTable(
  'password_reset_requests',
  {
    id: idColumn(),
    /** As typed. */
    email: text().notNull(),
    createdAt: moment('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** During an attempt: when the lease ends. The row is deleted when it is done. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [index('password_reset_requests_due_index').on(table.nextAttemptAt)],
);
