import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SavedViewDisplay } from '#contract/account/saved-views.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { idColumn } from '#services/platform/database/columns.ts';

/** Views of the members list that users saved; deleted with their membership of the team. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    /** A query string, without the question mark. */
    search: text().notNull(),
    display: jsonb().$type<SavedViewDisplay>(),
    /** Whether the whole team has it. */
    shared: boolean().notNull().default(false),
  },
  (table) => [
    foreignKey({
      name: 'saved_views_membership_fk',
      columns: [table.userId, table.teamId],
      foreignColumns: [memberships.userId, memberships.teamId],
    }).onDelete('cascade'),
    uniqueIndex('saved_views_name_unique').on(
      table.userId,
      table.teamId,
      sql`lower(${table.name})`,
    ),
    index('saved_views_shared_index').on(table.teamId, table.id).where(sql`${table.shared}`),
  ],
);
export type SavedViewRow = typeof savedViews.$inferSelect;
