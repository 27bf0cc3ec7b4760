import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { directoryStates } from './directory-states-table.ts';
import type { MemberPoints } from './owed/member-points.ts';

/** Sorted by code points, the same in every database. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' });

const team = () =>
  bigint('team_id', { mode: 'number' })
    .notNull()
    .references(() => directoryStates.teamId, { onDelete: 'cascade' });

/** A team's searchable copy of its program's members (docs/decisions/loyalty/member-directory.md). */
export const directoryMembers = pgTable(
  'directory_members',
  {
    row: bigserial({ mode: 'number' }).primaryKey(),
    teamId: team(),
    serviceId: text('service_id').notNull(),
    memberId: text('member_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    emailAddress: text('email_address').notNull(),
    phoneNumber: text('phone_number').notNull(),
    status: text().notNull(),
    tierId: text('tier_id'),
    tierName: text('tier_name'),
    /** Of the tier before the last change that the directory has seen; null if it has seen none. */
    previousTierName: text('previous_tier_name'),
    points: bigint({ mode: 'number' }).notNull(),
    /** See owed/member-points.ts. */
    pointTotals: jsonb('point_totals').$type<MemberPoints>().notNull().default({}),
    tags: text().array().notNull(),
    /** The service's id of the member who referred this one. */
    referrerId: text('referrer_id'),
    /** These two as the service sent them; parsed below, 1970 if there is no date. */
    enrollmentDate: text('enrollment_date'),
    modifiedDate: text('modified_date'),
    enrolledAt: moment('enrolled_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** These are null if the service sent none. */
    firstPurchaseAt: moment('first_purchase_at'),
    lastPurchaseAt: moment('last_purchase_at'),
    purchases: doublePrecision(),
    redemptions: doublePrecision(),
    revenue: doublePrecision(),
    lifetimePoints: bigint('lifetime_points', { mode: 'number' }),
    /** The different UTC days on which points expire, and the first of them. */
    expirations: date().array().notNull().default([]),
    nextExpiration: date('next_expiration'),
    /** See member-traits.ts. */
    traits: text().array().notNull().default([]),
    /** The custom attributes that are numbers. */
    numbers: jsonb().notNull().default({}),
    nameKey: sortKey('name_key').notNull(),
    words: lexemes().notNull(),
    /** The member as the service sent it, as JSON. */
    document: text().notNull(),
    /** Whether the service sent something that can't be read (decisions.md, 55). */
    isIncomplete: boolean('is_incomplete').notNull().default(false),
    /** The earliest time at which the service may have sent this. It was seen since; see sightings.ts. */
    readAt: moment('read_at').notNull(),
  },
  (table) => [
    unique('directory_members_service_id_unique').on(table.teamId, table.serviceId),
    index('directory_members_member_id_index').on(table.teamId, table.memberId),
    index('directory_members_name_index').on(table.teamId, table.nameKey, table.row),
    index('directory_members_tier_index').on(table.teamId, table.tierId, table.row),
    index('directory_members_points_index').on(
      ...[table.teamId, table.points, table.row],
      // The median is found without reading members.
      ...[table.status, table.tierId],
    ),
    index('directory_members_enrolled_index').on(table.teamId, table.enrolledAt, table.row),
    index('directory_members_changed_index').on(table.teamId, table.changedAt, table.row),
    index('directory_members_words_index').using('gin', table.words),
    index('directory_members_tags_index').using('gin', table.tags),
    index('directory_members_traits_index').using('gin', table.traits),
    index('directory_members_first_purchase_index').on(table.teamId, table.firstPurchaseAt),
    index('directory_members_last_purchase_index').on(table.teamId, table.lastPurchaseAt),
    index('directory_members_purchases_index').on(table.teamId, table.purchases),
    index('directory_members_redemptions_index').on(table.teamId, table.redemptions),
    index('directory_members_revenue_index').on(table.teamId, table.revenue),
    index('directory_members_lifetime_points_index').on(table.teamId, table.lifetimePoints),
    index('directory_members_next_expiration_index').on(table.teamId, table.nextExpiration),
    index('directory_members_incomplete_index').on(table.teamId).where(sql`${table.isIncomplete}`),
    index('directory_members_referrer_index')
      .on(table.teamId, table.referrerId)
      .where(sql`${table.referrerId} is not null`),
  ],
);

/** The names of a team's tiers: a renamed tier has its old name in members that weren't read again since. */
export const directoryTiers = pgTable(
  'directory_tiers',
  {
    teamId: team(),
    tierId: text('tier_id').notNull(),
    name: text().notNull(),
    /** As of the member that had this name. */
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.tierId] })],
);

/** Members by what the facets show; see counts/directory-counts.ts. */
export const directoryCounts = pgTable(
  'directory_counts',
  {
    teamId: team(),
    /** Identifies the columns before `members`, which can be too long for a key. */
    cell: text().notNull(),
    facet: text().notNull(),
    /**
     * A month of enrollment as `YYYY-MM`, a tag, a key of `MemberPoints`, the beginning of a word, or a trait
     * without its team.
     */
    value: text().notNull(),
    status: text().notNull(),
    tierId: text('tier_id'),
    tierName: text('tier_name'),
    pointsRange: integer('points_range').notNull(),
    members: bigint({ mode: 'number' }).notNull(),
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.cell] })],
);

/** The different words of a team's members, in which typos are looked up. */
export const directoryWords = pgTable(
  'directory_words',
  {
    teamId: team(),
    word: sortKey().notNull(),
    /** Parts of the word; see typos.ts. */
    segments: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.word] }),
    index('directory_words_segments_index').using('gin', table.segments),
  ],
);

/** Members that were removed recently, so that a response from before doesn't add them again. */
export const directoryRemovals = pgTable(
  'directory_removals',
  {
    teamId: team(),
    serviceId: text('service_id').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.serviceId] })],
);

/** Members that a page of the last crawl had unchanged. */
export const directorySightings = pgTable(
  'directory_sightings',
  {
    id: idColumn(),
    teamId: team(),
    /** When the page was requested. */
    readAt: moment('read_at').notNull(),
    memberRows: bigint('member_rows', { mode: 'number' }).array().notNull(),
  },
  (table) => [index('directory_sightings_read_index').on(table.teamId, table.readAt)],
);
