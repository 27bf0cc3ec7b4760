import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { socialFeeds } from '#services/advocacy/accounts/social-feeds-table.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Walls of posts, filled by social feeds. */
export const boards = pgTable(
  'boards',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('boards_team_index').on(table.teamId, table.id)],
);

export const boardSocialFeeds = pgTable(
  'board_social_feeds',
  {
    boardId: bigint('board_id', { mode: 'number' })
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    socialFeedId: bigint('social_feed_id', { mode: 'number' })
      .notNull()
      .references(() => socialFeeds.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.boardId, table.socialFeedId] }),
    index('board_social_feeds_feed_index').on(table.socialFeedId),
  ],
);
