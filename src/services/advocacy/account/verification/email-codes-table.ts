import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#services/advocacy/users/users-table.ts';
import { moment } from '#services/platform/database/columns.ts';

/** The last code that was sent to a user's address to verify it. */
export const emailCodes = pgTable('email_codes', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Keyed hash of the code and the address, so that it verifies no other. */
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Wrong attempts. */
  attempts: integer().notNull().default(0),
});
