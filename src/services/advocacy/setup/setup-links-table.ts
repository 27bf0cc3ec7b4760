import { pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Links that create the first administrator; each process prints its own. */
export const setupLinks = pgTable('setup_links', {
  id: idColumn(),
  /** Only digests of the tokens are stored. */
  tokenDigest: text('token_digest').notNull().unique('setup_links_token_unique'),
  expiresAt: moment('expires_at').notNull(),
});
