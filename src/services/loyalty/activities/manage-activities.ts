import { eq } from 'drizzle-orm';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { findActivity } from './activities.ts';
import { type ActivityRow, activities } from './activities-table.ts';
import {
  type ActivitySettings,
  activityIdSchema,
  activitySettingsSchema,
} from './activity-input.ts';

/**
 * Creates an activity. Members can earn points with it immediately, unless it is inactive.
 * @param input `settings` by their names in the API, not validated yet
 * @throws {OperatorError} if a value is not valid or the id is taken
 */
export async function createActivity(
  tx: Queries,
  program: Program,
  input: { activityId: string; settings: unknown },
  now: Date,
): Promise<ActivityRow> {
  const activityId = checkValue('activity_id', activityIdSchema, input.activityId);
  const { name, pointsConfig, ...columns } = toColumns(
    checkValue('', activitySettingsSchema, input.settings),
  );
  if (name === undefined) throw new OperatorError('activity_name: Required');
  if (pointsConfig === undefined) throw new OperatorError('points_config: Required');
  try {
    const rows = await tx
      .insert(activities)
      .values({
        ...columns,
        programId: program.id,
        serviceId: createServiceId(),
        activityId,
        name,
        pointsConfig,
        createdAt: now,
        modifiedAt: now,
      })
      .returning();
    const activity = one(rows);
    await recordActivity(tx, 'activity.create', program, { before: {}, after: activity });
    return activity;
  } catch (error) {
    if (violatesUnique(error, 'loyalty_activities_activity_id_unique')) {
      throw new OperatorError(`The program already has an activity ${activityId}`);
    }
    throw error;
  }
}

/**
 * Changes settings of an activity for future earnings.
 * @param action in the audit log
 * @param input `settings` by their names in the API, not validated yet
 * @throws {OperatorError} if a value is not valid or there is no such activity
 */
export async function updateActivity(
  tx: Queries,
  program: Program,
  action: `activity.${string}`,
  { activityId, settings }: { activityId: string; settings: unknown },
  now: Date,
): Promise<ActivityRow> {
  const columns = toColumns(checkValue('', activitySettingsSchema, settings));
  const before = await getActivity(tx, program.id, activityId);
  const rows = await tx
    .update(activities)
    .set({ ...columns, modifiedAt: now })
    .where(eq(activities.id, before.id))
    .returning();
  const after = one(rows);
  await recordActivity(tx, action, program, { before, after });
  return after;
}

/** @throws {OperatorError} if the program has no such activity */
export async function getActivity(
  db: Queries,
  programId: number,
  activityId: string,
): Promise<ActivityRow> {
  const row = await findActivity(db, programId, activityId);
  if (!row) throw new OperatorError(`The program has no activity ${activityId}`);
  return row;
}

/** What the audit log has of an activity. */
const stateOf = (activity: Partial<ActivityRow>) => ({
  name: activity.name,
  benefit_type: activity.benefitType,
  approval: activity.approvalMethod,
  active: activity.isActive,
  resets_points_expiry: activity.resetsPointsExpiry,
  guest_dashboard: activity.showOnGuestDashboard,
  tier_upgrade: activity.qualifiesForTierUpgrade,
  short_description: activity.shortDescription,
  description_html: activity.descriptionHtml,
  background_image_url: activity.backgroundImageUrl,
  points: activity.pointsConfig,
  rules: activity.rulesConfig,
  metadata: activity.metadata,
  extra_config: activity.extraConfig,
  translations: activity.translations,
});

function recordActivity(
  tx: Queries,
  action: `activity.${string}`,
  { partnerId }: Program,
  { before, after }: { before: Partial<ActivityRow>; after: ActivityRow },
): Promise<void> {
  const { serviceId: id, name } = after;
  const event = { action, subject: { type: 'activity', id, name }, partnerId };
  return recordChanges(tx, event, stateOf(before), stateOf(after));
}

/** The columns of the given settings. */
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
