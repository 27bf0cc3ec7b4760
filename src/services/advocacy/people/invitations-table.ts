import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Open invitations to teams; one that is accepted or withdrawn is deleted. */
export const invitations = pgTable(
  'invitations',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    /** The administrator who sent it; null for one from before this was stored. */
    invitedBy: bigint('invited_by', { mode: 'number' }).references(() => users.id, {
      onDelete: 'cascade',
    }),
    /** Digest of the token in the emailed link. */
    tokenDigest: text('token_digest').notNull().unique('invitations_token_unique'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_email_unique').on(table.teamId, sql`lower(${table.email})`),
    index('invitations_address_index').on(sql`lower(${table.email})`),
    index('invitations_inviter_index').on(table.invitedBy),
    index('invitations_expiry_index').on(table.expiresAt),
  ],
);
