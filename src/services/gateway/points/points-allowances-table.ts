import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** How many points a support agent has adjusted in a day. */
export const pointsAllowances = pgTable(
  'points_allowances',
  {
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    userId: text('user_id').notNull(),
    /** When the day began: midnight UTC. */
    startedAt: moment('started_at').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
);
