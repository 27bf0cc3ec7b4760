import {
  activitySchema,
  getActivity,
  listActivities,
  listMemberActivities,
  pointsConfigSchema,
} from '#contract/loyalty/activities.ts';
import { conditionSchema, ruleSchema } from '#contract/loyalty/rules.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const activitySchemas: Record<string, SchemaDocumentation> = {
  Activity: {
    schema: activitySchema,
    description:
      'Something that members earn points for. `created_date` and `last_modified_date` have the format ' +
      '`YYYY-MM-DD HH:MM:SS.ffffff`, in UTC.',
    example: {
      id: '5f66bfb2d71f510de6f4dac3',
      activity_id: 'purchase',
      activity_name: 'Make a purchase',
      activity_benefit_type: 'points',
      approval_method: 'immediate',
      is_active: true,
      created_date: '2024-06-05 08:00:00.000000',
      points_config: { points_computation_type: 'multiplier_based', multiplier: 1 },
      rules_config: null,
    },
  },
  PointsConfig: {
    schema: pointsConfigSchema,
    description: 'How many points it earns: `points`, or `multiplier` times an attribute.',
  },
  Rule: { schema: ruleSchema, description: 'Changes or limits what an activity earns.' },
  Condition: {
    schema: conditionSchema,
    description: 'A comparison of an attribute or, for Frequency rules, how often in which period.',
  },
};

const cursor = {
  start_cursor: {
    description: 'The index in the list to start at: the `next_cursor` of the page before.',
  },
};

export const activityOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listActivities,
    summary: 'List activities',
    description: 'All activities of the program, active or not.',
    parameters: cursor,
    responses: { 200: 'A page of activities.' },
  },
  {
    endpoint: listMemberActivities,
    summary: 'List the activities that a member is eligible for',
    description:
      'The activities that would earn this member something now. There are none for a member who is blocked or opted out.',
    parameters: {
      ...cursor,
      member: { example: 'M-000001' },
      idParam: { example: 'member_id' },
    },
    responses: {
      200: 'A page of activities.',
      400: 'There is no such member, or a parameter is invalid.',
    },
  },
  {
    endpoint: getActivity,
    summary: 'Retrieve an activity by its activity_id',
    description: 'One activity, by its `activity_id`.',
    parameters: {
      activity: { description: 'The `activity_id`.', example: 'purchase' },
      idParam: { description: 'Always `activity_id`.', example: 'activity_id' },
    },
    responses: {
      200: 'The activity.',
      400: 'There is no such activity, or a parameter is invalid.',
    },
  },
];
