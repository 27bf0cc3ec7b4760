import { bigint, boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { SentExperience } from '#contract/advocacy/experiences.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { domains } from './domains-table.ts';

/** Pages that teams publish. */
export const experiences = pgTable(
  'experiences',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** Null when not published on a domain; deleting the domain sets it to null. */
    domainId: bigint('domain_id', { mode: 'number' }).references(() => domains.id, {
      onDelete: 'set null',
    }),
    type: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    name: text().notNull(),
    /** Path on the domain. */
    slug: text().notNull(),
    status: text().notNull(),
    analyticsId: text('analytics_id').notNull(),
    analyticsType: text('analytics_type').notNull(),
    captchaType: text('captcha_type'),
    captchaPublicKey: text('captcha_public_key'),
    cookieConsent: boolean('cookie_consent').notNull(),
    noindex: boolean().notNull(),
    bypassMimeTypeValidation: boolean('bypass_mime_type_validation').notNull(),
    faviconUrl: text('favicon_url').notNull(),
    /** In bytes. */
    maximumImageSize: integer('maximum_image_size').notNull(),
    /** In bytes. */
    maximumVideoSize: integer('maximum_video_size').notNull(),
    data: jsonb().$type<SentExperience['attributes']['data']>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('experiences_team_slug_unique').on(table.teamId, table.slug),
    index('experiences_domain_index').on(table.domainId),
  ],
);
