import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#services/advocacy/users/users-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Links in emails, and first sign-ins, that work once. Only digests of their tokens are stored. */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    id: idColumn(),
    purpose: text().$type<'password_reset' | 'email_undo' | 'first_sign_in'>().notNull(),
    tokenDigest: text('token_digest').notNull().unique('one_time_links_token_unique'),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For `email_undo`: the address to restore. */
    email: text(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('one_time_links_user_index').on(table.userId),
    index('one_time_links_expiry_index').on(table.expiresAt),
  ],
);
