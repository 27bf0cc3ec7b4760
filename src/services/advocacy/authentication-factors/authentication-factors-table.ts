import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FACTOR_CHANNELS, FACTOR_TYPES } from '#contract/advocacy/authentication-factors.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Second factors of sign-in. */
export const authenticationFactors = pgTable(
  'authentication_factors',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<(typeof FACTOR_TYPES)[number]>().notNull(),
    channel: text().$type<(typeof FACTOR_CHANNELS)[number]>(),
    externalId: text('external_id'),
    status: text().$type<'pending' | 'active'>().notNull(),
    isDefault: boolean('is_default').notNull(),
    /** TOTP seed in base32, encrypted. */
    totpSeed: text('totp_seed'),
    /** Time step of the last accepted code. Neither it nor an older one is accepted again. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** Hash of the last code sent; null once used or void. */
    codeHash: text('code_hash'),
    codeSentAt: moment('code_sent_at'),
    codeExpiresAt: moment('code_expires_at'),
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('authentication_factors_kind_unique')
      .on(table.userId, table.type, table.channel)
      .nullsNotDistinct(),
    uniqueIndex('authentication_factors_default_unique').on(table.userId).where(sql`is_default`),
  ],
);
export type AuthenticationFactorRow = typeof authenticationFactors.$inferSelect;

/** Hashes of the unused codes of recovery_code factors. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    factorId: bigint('factor_id', { mode: 'number' })
      .notNull()
      .references(() => authenticationFactors.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.factorId, table.codeHash] })],
);
