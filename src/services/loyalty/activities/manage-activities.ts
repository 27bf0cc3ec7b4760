import { eq } from 'drizzle-orm';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { type ActivityRow, activities } from '#services/loyalty/tables/activities-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { findActivity } from './activities-store.ts';
import {
  type ActivitySettings,
  activityIdSchema,
  activitySettingsSchema,
} from './activity-input.ts';

/**
 * Creates an activity; members can earn by it at once, unless it is not active.
 * @param given its settings by the names of the API, not checked yet.
 * @throws {OperatorError} when a value is not valid, or the program has an activity of this id.
 */
export async function createActivity(
  db: Queries,
  programId: number,
  { activityId: givenId, settings: given }: { activityId: string; settings: unknown },
  now: Date,
): Promise<ActivityRow> {
  const activityId = checkValue('activity_id', activityIdSchema, givenId);
  const { name, pointsConfig, ...columns } = toColumns(
    checkValue('', activitySettingsSchema, given),
  );
  if (name === undefined) throw new OperatorError('activity_name: Is required');
  if (pointsConfig === undefined) throw new OperatorError('points_config: Is required');
  try {
    const [row] = await db
      .insert(activities)
      .values({
        ...columns,
        programId,
        serviceId: createServiceId(),
        activityId,
        name,
        pointsConfig,
        createdAt: now,
        modifiedAt: now,
      })
      .returning();
    return row as ActivityRow;
  } catch (error) {
    if (violatesUnique(error, 'loyalty_activities_activity_id_unique')) {
      throw new OperatorError(`The program has an activity ${activityId} already`);
    }
    throw error;
  }
}

/**
 * Changes what is given of an activity, from the next earning on.
 * @param given the settings to change by the names of the API, not checked yet.
 * @throws {OperatorError} when a value is not valid, or there is no such activity.
 */
export async function updateActivity(
  db: Queries,
  programId: number,
  { activityId, settings: given }: { activityId: string; settings: unknown },
  now: Date,
): Promise<ActivityRow> {
  const columns = toColumns(checkValue('', activitySettingsSchema, given));
  const { id } = await getActivity(db, programId, activityId);
  const [row] = await db
    .update(activities)
    .set({ ...columns, modifiedAt: now })
    .where(eq(activities.id, id))
    .returning();
  return row as ActivityRow;
}

/** @throws {OperatorError} when the program has no such activity. */
export async function getActivity(
  db: Queries,
  programId: number,
  activityId: string,
): Promise<ActivityRow> {
  const row = await findActivity(db, programId, activityId);
  if (!row) throw new OperatorError(`The program has no activity ${activityId}`);
  return row;
}

/** The columns that settings set: those that are given. */
function toColumns(settings: ActivitySettings) {
  const columns = {
    name: settings.activity_name,
    benefitType: settings.activity_benefit_type,
    approvalMethod: settings.approval_method,
    isActive: settings.is_active,
    resetsPointsExpiry: settings.is_points_expiry_reset_activity,
    showOnGuestDashboard: settings.show_on_guest_dashboard,
    qualifiesForTierUpgrade: settings.is_qualified_for_tier_upgrade,
    shortDescription: settings.enduser_activity_short_description,
    descriptionHtml: settings.enduser_activity_description_html,
    backgroundImageUrl: settings.activity_card_background_image_url,
    metadata: settings.metadata,
    extraConfig: settings.extra_config,
    pointsConfig: settings.points_config,
    rulesConfig: settings.rules_config,
    translations: settings.translations,
  };
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<ActivityRow>;
}
