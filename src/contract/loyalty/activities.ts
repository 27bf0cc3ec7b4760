import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { listFields, successOf } from './envelope.ts';
import {
  countParameter,
  indexCursorParameter,
  languageParameter,
  memberIdParameter,
  memberParams,
} from './parameters.ts';
import { ruleSchema } from './rules.ts';
import { text } from './text.ts';

const ACTIVITIES_TAG = 'Loyalty activities';

/** How an activity's points are computed: `points`, or `multiplier` times an attribute. */
export const pointsConfigSchema = z.looseObject({
  points_computation_type: openEnum(['fixed_points', 'multiplier_based']),
  points: z.optional(z.int()),
  attribute_to_multiply: z.optional(z.nullable(z.string())),
  multiplier: z.optional(z.number()),
});
export type PointsConfig = ReadOf<typeof pointsConfigSchema>;
export type SentPointsConfig = z.output<typeof pointsConfigSchema>;

/** Dates have the format `YYYY-MM-DD HH:MM:SS.ffffff`, in UTC. */
export const activitySchema = z.looseObject({
  id: z.string(),
  activity_id: z.string(),
  activity_name: z.string(),
  activity_benefit_type: z.optional(openEnum(['points', 'points_and_coupon_code'])),
  approval_method: z.optional(openEnum(['immediate', 'manual'])),
  is_active: z.boolean(),
  is_points_expiry_reset_activity: z.optional(z.boolean()),
  show_on_guest_dashboard: z.optional(z.boolean()),
  is_qualified_for_tier_upgrade: z.optional(z.boolean()),
  enduser_activity_short_description: z.optional(z.string()),
  enduser_activity_description_html: z.optional(z.string()),
  activity_card_background_image_url: z.optional(z.nullable(z.string())),
  created_date: z.optional(z.string()),
  last_modified_date: z.optional(z.string()),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  extra_config: z.optional(z.record(z.string(), z.unknown())),
  points_config: z.optional(pointsConfigSchema),
  rules_config: z.optional(z.nullable(z.array(ruleSchema))),
});
export type Activity = ReadOf<typeof activitySchema>;
export type SentActivity = z.output<typeof activitySchema>;

const activityListSchema = successOf(
  z.looseObject({ ...listFields, activities: z.array(activitySchema), next_cursor: z.int() }),
);

const listQuery = {
  start_cursor: indexCursorParameter,
  count: countParameter,
  language: languageParameter,
};

export const listActivities = definePublishedEndpoint({
  id: 'listActivities',
  method: 'GET',
  path: '/loyalty/activities',
  tag: ACTIVITIES_TAG,
  query: z.object(listQuery),
  response: activityListSchema,
});

export const listMemberActivities = definePublishedEndpoint({
  id: 'listMemberActivities',
  method: 'GET',
  path: '/loyalty/members/:member/activities',
  tag: ACTIVITIES_TAG,
  params: memberParams,
  query: z.object({ idParam: memberIdParameter, ...listQuery }),
  response: activityListSchema,
});

export const getActivity = definePublishedEndpoint({
  id: 'getActivity',
  method: 'GET',
  path: '/loyalty/activities/:activity',
  tag: ACTIVITIES_TAG,
  params: z.object({ activity: text({ min: 1 }) }),
  query: z.object({
    idParam: z.literal('activity_id', { error: 'Must be activity_id' }),
    language: languageParameter,
  }),
  response: successOf(activitySchema),
});
