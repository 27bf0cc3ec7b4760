import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** Counts of wrong passwords and codes, in windows that start with the first one. */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    /** Digest of the purpose, the user and the source. */
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('failed_attempts_expiry_index').on(table.windowEndsAt)],
);
