import { bigint, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';
import { users } from './users-table.ts';

/** When users last used a session. A trigger on `oauth_sessions` keeps it, because sessions are deleted. */
export const userActivity = pgTable('user_activity', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastActiveAt: moment('last_active_at').notNull(),
});
