import { gt, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CustomAttributes } from '#contract/loyalty/members/custom-attributes.ts';
import type { MEMBER_STATUSES, PointsExpiration } from '#contract/loyalty/members/member.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export type MemberStatus = (typeof MEMBER_STATUSES)[number];

const string = (name: string) => text(name).notNull().default('');
const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * Members. Missing strings are empty, as in the API. Point totals are derived from the ledger and only
 * change together with it (points/ledger.ts).
 */
export const members = pgTable(
  'loyalty_members',
  {
    /** Internal; the order of lists. */
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** `id` on the wire. */
    serviceId: text('service_id').notNull(),
    memberId: text('member_id').notNull(),
    status: text().$type<MemberStatus>().notNull(),
    firstName: string('first_name'),
    lastName: string('last_name'),
    emailAddress: string('email_address'),
    phoneNumber: string('phone_number'),
    /** Lower-case email and phone number if the program requires them to be unique; otherwise null. */
    uniqueEmail: text('unique_email'),
    uniquePhone: text('unique_phone'),
    /** These two in the API's format: `MM/DD/YYYY`, or ISO 8601 if imported. */
    birthdate: string('birthdate'),
    anniversaryDate: string('anniversary_date'),
    firstPurchaseDate: text('first_purchase_date'),
    lastPurchaseDate: text('last_purchase_date'),
    enrolledAt: moment('enrolled_at').notNull(),
    modifiedAt: moment('modified_at').notNull(),
    deletedAt: moment('deleted_at'),
    /** When its personal data was erased; the row stays for the ledger. */
    erasedAt: moment('erased_at'),
    twitterHandle: string('twitter_handle'),
    instagramHandle: string('instagram_handle'),
    preferredLanguage: string('preferred_language'),
    gender: string('gender'),
    addressLine1: string('address_line1'),
    addressLine2: string('address_line2'),
    city: string('city'),
    state: string('state'),
    country: string('country'),
    postalCode: string('postal_code'),
    tags: text().array().notNull().default([]),
    emailSubscriptionStatus: text('email_subscription_status').notNull().default('subscribed'),
    customAttributes: jsonb('custom_attributes').$type<CustomAttributes>().notNull().default({}),
    tierId: bigint('tier_id', { mode: 'number' }).references(() => tiers.id),
    tierPeriodStart: moment('tier_period_start').notNull(),
    /** Null if tiers are not period-based. */
    tierPeriodEnd: moment('tier_period_end'),
    qualifiedPoints: count('qualified_points'),
    /** Qualified points of the previous period; its tier is kept until this period ends. */
    lastPeriodPoints: count('last_period_points'),
    availablePoints: count('available_points'),
    pendingPoints: count('pending_points'),
    pointsEarned: count('points_earned'),
    pointsExpired: count('points_expired'),
    pointsDeducted: count('points_deducted'),
    pointsRedeemed: count('points_redeemed'),
    /** Remaining points by expiration day; null if none expire. */
    expirationSchedule: jsonb('expiration_schedule').$type<PointsExpiration[]>(),
    revenue: numeric({ precision: 16, scale: 2, mode: 'number' }).notNull().default(0),
    purchases: integer().notNull().default(0),
    redemptions: integer().notNull().default(0),
    activitiesDone: integer('activities_done').notNull().default(0),
    referralCode: text('referral_code').notNull(),
    referrerId: bigint('referrer_id', { mode: 'number' }).references((): AnyPgColumn => members.id),
  },
  (table) => [
    uniqueIndex('loyalty_members_service_id_unique').on(table.serviceId),
    uniqueIndex('loyalty_members_member_id_unique')
      .on(table.programId, table.memberId)
      .where(isNull(table.deletedAt)),
    uniqueIndex('loyalty_members_email_unique')
      .on(table.programId, table.uniqueEmail)
      .where(isNull(table.deletedAt)),
    uniqueIndex('loyalty_members_phone_unique')
      .on(table.programId, table.uniquePhone)
      .where(isNull(table.deletedAt)),
    uniqueIndex('loyalty_members_referral_code_unique').on(table.programId, table.referralCode),
    // Keyset pages by id; includes the dates for index-only filters.
    index('loyalty_members_list_index')
      .on(table.programId, table.status, table.id, table.enrolledAt, table.modifiedAt)
      .where(isNull(table.deletedAt)),
    // Totals of date filters, and lists of a few days.
    index('loyalty_members_enrolled_index')
      .on(table.programId, table.status, table.enrolledAt, table.id)
      .where(isNull(table.deletedAt)),
    index('loyalty_members_modified_index')
      .on(table.programId, table.status, table.modifiedAt, table.id)
      .where(isNull(table.deletedAt)),
    index('loyalty_members_to_erase_index')
      .on(table.deletedAt)
      .where(sql`${isNotNull(table.deletedAt)} and ${isNull(table.erasedAt)}`),
    // Members that had an ID before.
    index('loyalty_members_earlier_index')
      .on(table.programId, table.memberId)
      .where(sql`${isNotNull(table.deletedAt)} and ${isNull(table.erasedAt)}`),
    // Members with points that wait for approval.
    index('loyalty_members_pending_index')
      .on(table.programId)
      .where(sql`${gt(table.pendingPoints, sql`0`)} and ${isNull(table.deletedAt)}`),
    index('loyalty_members_referrer_index').on(table.referrerId).where(isNotNull(table.referrerId)),
    index('loyalty_members_tags_index').using('gin', table.tags).where(isNull(table.deletedAt)),
    index('loyalty_members_period_end_index')
      .on(table.tierPeriodEnd)
      .where(sql`${isNotNull(table.tierPeriodEnd)} and ${isNull(table.deletedAt)}`),
  ],
);
