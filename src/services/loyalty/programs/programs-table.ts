import { bigint, boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** A loyalty program: all that a partner's API keys reach. */
export const programs = pgTable(
  'loyalty_programs',
  {
    id: idColumn(),
    /** The `partner-id` header. */
    partnerId: text('partner_id').notNull(),
    name: text().notNull(),
    /** Whether an e-mail address belongs to one member only, and has to be given. */
    emailUnique: boolean('email_unique').notNull().default(false),
    phoneUnique: boolean('phone_unique').notNull().default(false),
    /** What a member's referral code is appended to. */
    referralBaseUrl: text('referral_base_url').notNull(),
    /** Null: points never lapse. */
    pointsExpireAfterDays: integer('points_expire_after_days'),
    /** Null: tiers are not period-based. */
    tierPeriodMonths: integer('tier_period_months'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('loyalty_programs_partner_unique').on(table.partnerId)],
);
export type Program = typeof programs.$inferSelect;

/** Several keys may be valid at a time, so that one can be replaced without a gap. */
export const apiKeys = pgTable(
  'loyalty_api_keys',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** What the operator calls it, to know it from others. */
    name: text().notNull().default(''),
    /** Of the `api-key` header; the key itself is never stored. */
    digest: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    unique('loyalty_api_keys_digest_unique').on(table.digest),
    index('loyalty_api_keys_program_index').on(table.programId),
  ],
);
