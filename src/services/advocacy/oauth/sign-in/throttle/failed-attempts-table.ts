import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** Wrong passwords and codes, counted in windows that begin with the first of them. */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    /** Digest of what is counted: a purpose, a person, a place. */
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('failed_attempts_expiry_index').on(table.windowEndsAt)],
);
