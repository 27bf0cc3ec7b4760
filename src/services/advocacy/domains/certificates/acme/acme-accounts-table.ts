import { pgTable, text } from 'drizzle-orm/pg-core';

/** Our account at each ACME directory, shared by all processes. */
export const acmeAccounts = pgTable('acme_accounts', {
  directoryUrl: text('directory_url').primaryKey(),
  /** PEM, encrypted. The directory identifies the account by this key. */
  privateKey: text('private_key').notNull(),
});
