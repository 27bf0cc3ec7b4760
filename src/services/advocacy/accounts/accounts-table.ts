import { bigint, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Accounts at third parties that teams have connected. */
export const accounts = pgTable(
  'accounts',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** The id of the account at the third party. */
    externalId: text('external_id').notNull(),
    name: text().notNull(),
    username: text().notNull(),
    imageUrl: text('image_url'),
    site: text(),
    /** When the third party's authorization expires; null: never, or unknown. */
    expiresAt: moment('expires_at'),
    capabilities: text().array().notNull(),
    meta: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    followersCount: bigint('followers_count', { mode: 'number' }).notNull().default(0),
    followsCount: bigint('follows_count', { mode: 'number' }).notNull().default(0),
    mediaCount: bigint('media_count', { mode: 'number' }).notNull().default(0),
    likesCount: bigint('likes_count', { mode: 'number' }),
    /** Encrypted in a context unique to the row; see account-credentials.ts. */
    credentials: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('accounts_team_type_external_id_unique').on(table.teamId, table.type, table.externalId),
    index('accounts_team_id_index').on(table.teamId, table.id),
  ],
);

export type AccountRow = typeof accounts.$inferSelect;
