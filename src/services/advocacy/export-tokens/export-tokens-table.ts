import { bigint, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Tokens that read the audit log and the security log of a team (decisions.md, 68). */
export const exportTokens = pgTable(
  'export_tokens',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The token itself is never stored. */
    digest: text().notNull(),
    /** The end of the token. */
    lastFour: text('last_four').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The name of the user: the token stays when they leave. */
    createdBy: text('created_by'),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    unique('export_tokens_digest_unique').on(table.digest),
    index('export_tokens_team_index').on(table.teamId),
  ],
);
