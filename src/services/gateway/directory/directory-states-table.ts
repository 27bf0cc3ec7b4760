import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { StopReason } from '#contract/gateway/directory.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { moment } from '#services/platform/database/columns.ts';

/**
 * The state of each team's directory. A row is a job of `claims.ts`; it and the whole directory are
 * erased together with the loyalty connection.
 */
export const directoryStates = pgTable(
  'directory_states',
  {
    teamId: bigint('team_id', { mode: 'number' })
      .primaryKey()
      .references(() => loyaltyConnections.teamId, { onDelete: 'cascade' }),
    /** When the running crawl started; null between crawls. */
    crawlStartedAt: moment('crawl_started_at'),
    /** The member status being read; null once all are, when unseen members are checked. */
    crawlStatus: text('crawl_status'),
    /** The `next_cursor` to continue with. */
    crawlCursor: text('crawl_cursor'),
    crawlRead: integer('crawl_read').notNull().default(0),
    crawlTotal: integer('crawl_total').notNull().default(0),
    /** Members without any id that the running crawl was sent, and that the last complete one was. */
    crawlWithoutId: integer('crawl_without_id').notNull().default(0),
    withoutId: integer('without_id').notNull().default(0),
    /** Why the running crawl, and the last complete one, could not read all members. */
    crawlStopReason: text('crawl_stop_reason').$type<StopReason>(),
    stopReason: text('stop_reason').$type<StopReason>(),
    /** When the last complete crawl started; null before the first. */
    completeAt: moment('complete_at'),
    /** Changes before this time are included. */
    currentAt: moment('current_at'),
    /** Pages read by the last poll for changes. */
    changedPages: integer('changed_pages').notNull().default(0),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [index('directory_states_due_index').on(table.nextAttemptAt)],
);
export type DirectoryState = typeof directoryStates.$inferSelect;
