import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export const users = pgTable(
  'users',
  {
    id: idColumn(),
    /** The user signs in with it, also before it is proven. */
    email: text().notNull(),
    /** The last address whose mailbox the user read (decisions.md, 58): the same as `email` unless that is not proven. */
    provenEmail: text('proven_email').notNull(),
    /** When an address that is not proven was set. */
    emailChangedAt: moment('email_changed_at'),
    name: text().notNull(),
    /** argon2id, in PHC format; `NO_PASSWORD` where there is none. */
    passwordHash: text('password_hash').notNull(),
    /** Triggers increase it when the password or an active factor changes. */
    signInVersion: integer('sign_in_version').notNull().default(0),
    /** The random value by which authenticators know the user; null before their first passkey. */
    passkeyHandle: text('passkey_handle'),
    /** Whether they sign in with a password even if an OpenID provider is the only way for everybody else. */
    isBreakGlass: boolean('is_break_glass').notNull().default(false),
    /** Whether they get emails about expiring accounts of teams that they administer. */
    accountExpiryEmails: boolean('account_expiry_emails').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_proven_email_unique').on(sql`lower(${table.provenEmail})`),
  ],
);
