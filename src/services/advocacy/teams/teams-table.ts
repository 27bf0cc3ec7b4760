import { bigint, boolean, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#services/advocacy/users/users-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export const teams = pgTable('teams', {
  id: idColumn(),
  name: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Permissions of the role in its team. */
export const roles = pgTable(
  'roles',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** False: read-only, and grants no team-level `:write` scope (decisions.md, 13). */
    canWrite: boolean('can_write').notNull(),
    /** Whether it manages the team's people and sees its audit log (decisions.md, 49). */
    canAdminister: boolean('can_administer').notNull().default(false),
    /** Whether it edits one member at a time, where it doesn't write: the version before ours takes it for a viewer. */
    isSupport: boolean('is_support').notNull().default(false),
    /** Whether domains added by other members are shared with the role. */
    accessesNewDomains: boolean('accesses_new_domains').notNull(),
  },
  (table) => [unique('roles_team_name_unique').on(table.teamId, table.name)],
);

export const memberships = pgTable(
  'memberships',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => roles.id),
    /** Null if it was before this was stored, and no audit event has it. */
    joinedAt: moment('joined_at').defaultNow(),
    /** When the user was last reminded that the team requires a second step. */
    secondStepNoticeAt: moment('second_step_notice_at'),
    /** The group of the OpenID provider that gave the role at the last sign-in; null for a role by hand. */
    groupName: text('group_name'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.teamId] }),
    index('memberships_team_index').on(table.teamId),
  ],
);
