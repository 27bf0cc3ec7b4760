import { bigint, boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Loyalty programs. A partner's API keys give access to one program. */
export const programs = pgTable(
  'loyalty_programs',
  {
    id: idColumn(),
    /** The `partner-id` header. */
    partnerId: text('partner_id').notNull(),
    name: text().notNull(),
    /** Whether email addresses are unique and required. */
    emailUnique: boolean('email_unique').notNull().default(false),
    phoneUnique: boolean('phone_unique').notNull().default(false),
    /** Prefix of referral links; the member's code is appended. */
    referralBaseUrl: text('referral_base_url').notNull(),
    /** Null if points never expire. */
    pointsExpireAfterDays: integer('points_expire_after_days'),
    /** Null if tiers are not period-based. */
    tierPeriodMonths: integer('tier_period_months'),
    /** ISO 4217; null if it isn't set. */
    currency: text(),
    /** The language of texts without a translation, as in BCP 47; null if it isn't set. */
    language: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('loyalty_programs_partner_unique').on(table.partnerId)],
);
export type Program = typeof programs.$inferSelect;

/** A program can have several valid keys, so that one can be replaced without downtime. */
export const apiKeys = pgTable(
  'loyalty_api_keys',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** Chosen by the operator. */
    name: text().notNull().default(''),
    /** Digest of the `api-key` header; the key itself is never stored. */
    digest: text().notNull(),
    /** The end of the key; null for keys from before it was stored. */
    lastFour: text('last_four'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The name of the user or operator. */
    createdBy: text('created_by'),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    unique('loyalty_api_keys_digest_unique').on(table.digest),
    index('loyalty_api_keys_program_index').on(table.programId),
  ],
);
