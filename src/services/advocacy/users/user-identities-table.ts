import { bigint, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { users } from './users-table.ts';

/**
 * Users as an OpenID provider knows them. Triggers count a new or removed one as a change of a way to sign in.
 */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    /** The provider's id of the user, which no other user of the issuer ever gets. */
    subject: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('user_identities_subject_unique').on(table.issuer, table.subject),
    uniqueIndex('user_identities_user_unique').on(table.userId, table.issuer),
  ],
);
