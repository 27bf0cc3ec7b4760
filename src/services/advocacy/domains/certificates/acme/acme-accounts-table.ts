import { pgTable, text } from 'drizzle-orm/pg-core';

/** The account at each ACME directory, made once for all processes. */
export const acmeAccounts = pgTable('acme_accounts', {
  directoryUrl: text('directory_url').primaryKey(),
  /** In PEM, encrypted. The account is whose key it is: the directory finds it by that. */
  privateKey: text('private_key').notNull(),
});
