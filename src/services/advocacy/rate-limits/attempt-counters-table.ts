import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** Counts of events, such as wrong passwords and sent codes, in windows that start with the first one. */
export const attemptCounters = pgTable(
  'attempt_counters',
  {
    /** Digest of the purpose and of what is limited, such as the user. */
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('attempt_counters_expiry_index').on(table.windowEndsAt)],
);
