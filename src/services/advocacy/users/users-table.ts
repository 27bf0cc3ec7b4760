import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export const users = pgTable(
  'users',
  {
    id: idColumn(),
    email: text().notNull(),
    name: text().notNull(),
    /** argon2id, in PHC format. */
    passwordHash: text('password_hash').notNull(),
    /** Whether they get emails about expiring accounts of teams that they administer. */
    accountExpiryEmails: boolean('account_expiry_emails').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_unique').on(sql`lower(${table.email})`)],
);
