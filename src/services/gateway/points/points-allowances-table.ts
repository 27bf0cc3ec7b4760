import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** How many points a support agent has adjusted in the 24 hours that began with the first of them. */
export const pointsAllowances = pgTable(
  'points_allowances',
  {
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    userId: text('user_id').notNull(),
    startedAt: moment('started_at').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
);
