import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The http-01 challenges under way: whichever process is asked can answer. */
export const acmeChallenges = pgTable(
  'acme_challenges',
  {
    token: text().primaryKey(),
    /** What proves that whoever answers holds the account: nothing secret (RFC 8555, 8.1). */
    keyAuthorization: text('key_authorization').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('acme_challenges_expiry_index').on(table.expiresAt)],
);
