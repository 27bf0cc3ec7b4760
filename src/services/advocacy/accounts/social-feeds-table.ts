import { bigint, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { accounts } from './accounts-table.ts';

/** The foreign key that prevents deleting an account a feed uses. */
export const SOCIAL_FEED_ACCOUNT_KEY = 'social_feeds_account_key';

/** Streams of posts from an account. */
export const socialFeeds = pgTable(
  'social_feeds',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: SOCIAL_FEED_ACCOUNT_KEY,
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }),
    index('social_feeds_account_index').on(table.accountId, table.id),
    index('social_feeds_team_index').on(table.teamId),
  ],
);
