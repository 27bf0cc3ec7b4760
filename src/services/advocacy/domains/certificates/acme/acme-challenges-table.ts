import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The http-01 challenges in progress; any process can serve them. */
export const acmeChallenges = pgTable(
  'acme_challenges',
  {
    token: text().primaryKey(),
    /** Proves control of the ACME account; not a secret (RFC 8555, 8.1). */
    keyAuthorization: text('key_authorization').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('acme_challenges_expiry_index').on(table.expiresAt)],
);
