import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The versions of Patron that have migrated the database. */
export const installedVersions = pgTable('installed_versions', {
  version: text().primaryKey(),
  installedAt: moment('installed_at').notNull().defaultNow(),
});
