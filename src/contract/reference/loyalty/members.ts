import {
  loyaltyErrorSchema,
  parameterErrorSchema,
  valueErrorSchema,
} from '#contract/loyalty/errors.ts';
import {
  addressSchema,
  memberSchema,
  pointsExpirationSchema,
  tierInfoSchema,
} from '#contract/loyalty/members/member.ts';
import {
  DATE_OPERATORS,
  dateFilter,
  TAG_MODES,
  tagFilter,
} from '#contract/loyalty/members/member-filters.ts';
import { createMemberSchema, updateMemberSchema } from '#contract/loyalty/members/member-input.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const memberSchemas: Record<string, SchemaDocumentation> = {
  Member: {
    schema: memberSchema,
    description:
      'A member of the loyalty program. `id` is assigned by the service, `member_id` by you. Dates come as ISO 8601, ' +
      '`MM/DD/YYYY` or `MM/DD/YYYY HH:MM:SS`, in UTC; the year 1904 means that there is none.',
    example: {
      id: '8a623979e544db6b7ab75be1',
      member_id: 'M-000001',
      first_name: 'Adaeze',
      last_name: 'Eze',
      email_address: 'adaeze.eze1@example.test',
      phone_number: '+234-5550100001',
      birthdate: '01/08/1949',
      enrollment_date: '2025-07-31T04:13:50.071Z',
      last_modified_date: '2026-08-04T13:01:21.519Z',
      member_tags: ['early-access', 'wholesale'],
      member_status: 'active',
      email_subscription_status: 'subscribed',
      tier_info: {
        loyalty_tier_id: 'dba89957d7843ad7f6a27797',
        loyalty_tier_name: 'Silver',
        qualified_points: 4500,
      },
      custom_attributes: { store_visits: 12, interests: ['tea', 'chess'] },
      available_points: 4500,
      lifetime_points_earned: 4600,
    },
  },
  Address: { schema: addressSchema, description: 'A postal address.' },
  TierInfo: { schema: tierInfoSchema, description: "The member's tier and its current period." },
  PointsExpiration: { schema: pointsExpirationSchema, description: 'Points that expire on a day.' },
  NewMember: {
    schema: createMemberSchema,
    description: 'A member to create. Unknown fields are ignored.',
  },
  MemberUpdate: {
    schema: updateMemberSchema,
    description:
      'The fields to change; others stay as they are. `member_tags` replaces all tags. An empty email address, ' +
      'phone number or date clears it. Of `custom_attributes` only those given are changed.',
  },
  ParameterError: {
    schema: parameterErrorSchema,
    description: 'Anything but the body is wrong; `message` names it.',
  },
  ValueError: {
    schema: valueErrorSchema,
    description: 'A value in the body is wrong; `reason` names the field.',
  },
  LoyaltyError: { schema: loyaltyErrorSchema, description: 'The body of every error response.' },
};

const DATE_DESCRIPTION =
  `A JSON object with one of ${DATE_OPERATORS.map((name) => `\`${name}\``).join(', ')} and a day as MM/DD/YYYY; ` +
  '`between` takes MM/DD/YYYY-MM/DD/YYYY. Days are in UTC.';

const memberParameters = {
  member: { example: 'M-000001' },
  idParam: { example: 'member_id' },
};

export const memberOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listMembers,
    summary: 'List members',
    description:
      'Members that match all filters, a page at a time: send `next_cursor` as `start_cursor` until `more` is false. ' +
      '`total` counts all that match. A cursor is bound to its filters.',
    parameters: {
      start_cursor: {
        description: 'The `next_cursor` of the page before; leave it out for the first page.',
      },
      enrolment_date: { description: DATE_DESCRIPTION, example: dateFilter({ gte: '01/31/2026' }) },
      enrollment_date: {
        description: 'Another name of `enrolment_date`; not both.',
        deprecated: true,
      },
      last_modified_date: { description: DATE_DESCRIPTION },
      member_status: { description: 'The status of the members.' },
      member_tags: {
        description: `A JSON object with one of ${TAG_MODES.map((name) => `\`${name}\``).join(', ')} and tags separated by commas.`,
        example: tagFilter({ mode: 'contain_any_of', tags: ['vip', 'gold club'] }),
      },
    },
    responses: { 200: 'A page of members.' },
  },
  {
    endpoint: createMember,
    summary: 'Create a member',
    description: 'Enrolls a member under a `member_id` of your own, which must be new.',
    body: {
      member_id: 'M-100001',
      first_name: 'Ada',
      last_name: 'Marsh',
      email_address: 'ada.marsh@example.test',
      phone_number: '+1-5550100200',
      birthdate: '05/17/1990',
      member_tags: ['newsletter'],
      custom_attributes: '{"store_visits":1}',
    },
    responses: { 200: 'The new member.', 400: 'A value is invalid, or the `member_id` is in use.' },
  },
  {
    endpoint: getMember,
    summary: 'Retrieve a member',
    description: 'One member, by `id` or `member_id`.',
    parameters: memberParameters,
    responses: { 200: 'The member.', 400: 'There is no such member, or a parameter is invalid.' },
  },
  {
    endpoint: updateMember,
    summary: 'Update a member',
    description: 'Changes the given fields of a member.',
    parameters: memberParameters,
    body: { preferred_language: 'English', member_tags: ['early-access', 'wholesale', 'vip'] },
    responses: {
      200: 'The changed member.',
      400: 'There is no such member, or a value is invalid.',
    },
  },
  {
    endpoint: deleteMember,
    summary: 'Delete a member',
    description: 'Deletes a member permanently. The `member_id` may be used again.',
    parameters: { ...memberParameters, member: { example: 'M-000002' } },
    responses: { 200: 'The id of the deleted member.', 400: 'There is no such member.' },
  },
];
