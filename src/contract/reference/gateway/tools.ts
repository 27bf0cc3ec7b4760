import {
  adjustPoints,
  getActivityUseDetails,
  listActivityUse,
  listPoints,
} from '#contract/gateway/points/member-points.ts';
import {
  checkWebhook,
  sendTestWebhook,
  signatureCheckSchema,
} from '#contract/gateway/webhook-checks.ts';
import {
  activityUseDetailsSchema,
  activityUseSchema,
  pointEntrySchema,
} from '#contract/points/points.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { loyaltyServiceErrors } from '#contract/reference/json-api.ts';

export const toolSchemas: Record<string, SchemaDocumentation> = {
  SignatureCheck: {
    schema: signatureCheckSchema,
    description: 'Whether a signature matches and, if not, the mistake that was made.',
  },
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
  PointEntry: { schema: pointEntrySchema, description: "A change of a member's points." },
};

const member = { member_id: { description: "The member's `member_id`.", example: 'M-000001' } };

/** Signature checks, test events and the points history. */
export const toolOperations: readonly OperationDocumentation[] = [
  {
    endpoint: checkWebhook,
    summary: 'Check the signature of a request and name the mistake',
    description:
      'Checks a stored or pasted request. The service has the secret: it tries the usual mistakes and names the one ' +
      'that leads to the signature.',
    body: { body: '{"events":[]}', nonce: '1795262400000', signature: 'ab'.repeat(64) },
    responses: {
      200: 'What is wrong, if anything.',
      404: 'There is no such request.',
      413: 'The body is larger than 1 MB.',
    },
  },
  {
    endpoint: sendTestWebhook,
    summary: 'Send a test event to the inbox',
    description:
      "Puts a request into the team's own inbox as the loyalty program would send it, marked as a test.",
    body: { event_type: 'event_member_tierupgrade', case: 'good' },
    responses: { 200: 'The requests that were sent.' },
  },
  {
    endpoint: listPoints,
    summary: "List the changes of a member's points",
    description: 'What was earned, spent, expired and adjusted, newest first, with the balance.',
    parameters: member,
    responses: {
      200: 'A page of entries.',
      404: 'There is no such member, or the loyalty service has no history.',
      ...loyaltyServiceErrors,
    },
  },
  {
    endpoint: adjustPoints,
    summary: "Adjust a member's points",
    description: "Adds or takes away points. They don't count toward the tier.",
    parameters: member,
    body: { points: 100, reason: 'Goodwill' },
    responses: {
      200: 'The new entry.',
      422: "The member doesn't have that many points, or a value is invalid.",
      ...loyaltyServiceErrors,
    },
  },
  {
    endpoint: listActivityUse,
    summary: 'Count how often members earned by each activity lately',
    description:
      'The last 30 days, from the loyalty service. Activities that nobody used are not in the list.',
    responses: {
      200: 'The activities that were used.',
      404: 'The team has no loyalty program, or its service has no such counts.',
      ...loyaltyServiceErrors,
    },
  },
  {
    endpoint: getActivityUseDetails,
    summary:
      'Count how often members earned by an activity on each day lately, and list the last ones',
    description:
      'Each of the last 30 days in UTC, and the ten members who earned last, from the loyalty service. An unknown activity was not used.',
    parameters: {
      activity_id: { description: "The operator's `activity_id`.", example: 'purchase' },
    },
    responses: {
      200: 'The use of the activity.',
      404: 'The team has no loyalty program, or its service has no such counts.',
      ...loyaltyServiceErrors,
    },
  },
];
