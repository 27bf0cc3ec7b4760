import {
  adjustMemberPoints,
  getActivityUse,
  getPointsStatement,
  getUseOfActivity,
  listMemberPoints,
} from '#contract/loyalty/points.ts';
import {
  activityUseDetailsSchema,
  activityUseSchema,
  monthStatementSchema,
  pointEntrySchema,
} from '#contract/points/points.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const pointSchemas: Record<string, SchemaDocumentation> = {
  PointEntry: { schema: pointEntrySchema, description: "A change of a member's points." },
  ActivityUse: {
    schema: activityUseSchema,
    description:
      'How often members earned by an activity in the last 30 days, and how many points.',
  },
  ActivityUseDetails: {
    schema: activityUseDetailsSchema,
    description:
      'How often members earned by one activity on each of the last 30 days, and who did last.',
  },
  MonthStatement: {
    schema: monthStatementSchema,
    description:
      'How the points of all members changed in a month. What was lost is negative: `opening` and the changes add up to `closing`.',
  },
};

const parameters = {
  member: { example: 'M-000001' },
  idParam: { example: 'member_id' },
};

/** Not part of the Admin API's specification. */
export const pointOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listMemberPoints,
    summary: "List the changes of a member's points",
    description: 'What was earned, spent, expired and adjusted, newest first, with the balance.',
    parameters: {
      ...parameters,
      start_cursor: { description: 'The `next_cursor` of the page before.' },
    },
    responses: { 200: 'A page of entries.' },
  },
  {
    endpoint: adjustMemberPoints,
    summary: "Adjust a member's points",
    description:
      "Adds or takes away points. They don't count toward the tier. With an `idempotency_key` that was used before " +
      'for this member, nothing happens, and the entry that was made is returned.',
    parameters,
    body: { points: 100, reason: 'Goodwill' },
    responses: { 200: 'The entry.' },
  },
  {
    endpoint: getPointsStatement,
    summary: "Sum up the changes of all members' points by month",
    description:
      'The last 24 months, oldest first. Points of deleted members are in it until they expire.',
    responses: { 200: 'The statement.' },
  },
  {
    endpoint: getActivityUse,
    summary: 'Count how often members earned by each activity lately',
    description:
      'The last 30 days. Activities that nobody used are not in the list. Points that wait for approval count as a use, and as points once they are approved.',
    responses: { 200: 'The activities that were used.' },
  },
  {
    endpoint: getUseOfActivity,
    summary:
      'Count how often members earned by an activity on each day lately, and list the last ones',
    description:
      "By the operator's id of the activity. Each of the last 30 days in UTC is in it, and the ten members who earned last. An unknown activity was not used.",
    parameters: { activity: { description: "The operator's `activity_id`.", example: 'purchase' } },
    responses: { 200: 'The use of the activity.' },
  },
];
