import { and, asc, eq } from 'drizzle-orm';
import type { SentActivity } from '#contract/loyalty/activities.ts';
import { formatMicroseconds } from '#contract/loyalty/dates.ts';
import { findTranslation } from '#services/loyalty/programs/find-translation.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type ActivityRow, activities } from './activities-table.ts';

/** A page of a program's activities in the order of creation. */
export function listActivities(
  db: Queries,
  programId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activities)
    .where(eq(activities.programId, programId))
    .orderBy(asc(activities.id))
    .offset(offset)
    .limit(limit);
}

export function countActivities(db: Queries, programId: number): Promise<number> {
  return db.$count(activities, eq(activities.programId, programId));
}

/** In the order of creation. */
export function listActiveActivities(db: Queries, programId: number): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.isActive, true)))
    .orderBy(asc(activities.id));
}

/** @param activityId the operator's own id */
export async function findActivity(
  db: Queries,
  programId: number,
  activityId: string,
): Promise<ActivityRow | undefined> {
  const [row] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.activityId, activityId)));
  return row;
}

/** An activity in the shape of the API, in the requested store language if it is translated. */
export function toActivityDocument(row: ActivityRow, language: string | undefined): SentActivity {
  const texts = findTranslation(row.translations, language);
  return {
    id: row.serviceId,
    activity_id: row.activityId,
    activity_name: texts?.name ?? row.name,
    activity_benefit_type: row.benefitType,
    approval_method: row.approvalMethod,
    is_active: row.isActive,
    is_points_expiry_reset_activity: row.resetsPointsExpiry,
    show_on_guest_dashboard: row.showOnGuestDashboard,
    is_qualified_for_tier_upgrade: row.qualifiesForTierUpgrade,
    enduser_activity_short_description: texts?.shortDescription ?? row.shortDescription,
    enduser_activity_description_html: texts?.descriptionHtml ?? row.descriptionHtml,
    activity_card_background_image_url: row.backgroundImageUrl,
    created_date: formatMicroseconds(row.createdAt),
    last_modified_date: formatMicroseconds(row.modifiedAt),
    metadata: row.metadata,
    extra_config: row.extraConfig,
    points_config: row.pointsConfig,
    rules_config: row.rulesConfig,
  };
}
