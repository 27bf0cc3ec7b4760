import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The ids of the keys that encrypted this database's values, except retired ones. */
export const encryptionKeys = pgTable('encryption_keys', {
  id: text().primaryKey(),
  registeredAt: moment('registered_at').notNull(),
});
