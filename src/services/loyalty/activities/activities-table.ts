import { bigint, boolean, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { SentPointsConfig } from '#contract/loyalty/activities.ts';
import type { SentRule } from '#contract/loyalty/rules.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** An activity's texts in one store language; missing ones fall back to the default language. */
export interface ActivityTexts {
  name?: string;
  shortDescription?: string;
  descriptionHtml?: string;
}

/** Ways members earn points, listed in the order of creation. */
export const activities = pgTable(
  'loyalty_activities',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** `id` on the wire. */
    serviceId: text('service_id').notNull(),
    activityId: text('activity_id').notNull(),
    name: text().notNull(),
    benefitType: text('benefit_type').notNull().default('points'),
    approvalMethod: text('approval_method').notNull().default('immediate'),
    isActive: boolean('is_active').notNull().default(true),
    resetsPointsExpiry: boolean('resets_points_expiry').notNull().default(false),
    showOnGuestDashboard: boolean('show_on_guest_dashboard').notNull().default(true),
    qualifiesForTierUpgrade: boolean('qualifies_for_tier_upgrade').notNull().default(true),
    shortDescription: text('short_description').notNull().default(''),
    descriptionHtml: text('description_html').notNull().default(''),
    backgroundImageUrl: text('background_image_url'),
    /** By store language. */
    translations: jsonb().$type<Record<string, ActivityTexts>>().notNull().default({}),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    extraConfig: jsonb('extra_config').$type<Record<string, unknown>>().notNull().default({}),
    pointsConfig: jsonb('points_config').$type<SentPointsConfig>().notNull(),
    /** In the order in which they apply; null if there are none. */
    rulesConfig: jsonb('rules_config').$type<SentRule[]>(),
    createdAt: moment('created_at').notNull(),
    modifiedAt: moment('modified_at').notNull(),
  },
  (table) => [
    unique('loyalty_activities_service_id_unique').on(table.serviceId),
    unique('loyalty_activities_activity_id_unique').on(table.programId, table.activityId),
  ],
);
export type ActivityRow = typeof activities.$inferSelect;
