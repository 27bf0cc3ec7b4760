import {
  erasePersonalData,
  erasureSchema,
  getErasure,
  getPersonalData,
  listMentions,
  mentionSchema,
  mentionsSchema,
  personalDataSchema,
  removeMention,
} from '#contract/gateway/personal-data.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { loyaltyServiceErrors } from '#contract/reference/json-api.ts';

export const personalDataSchemas: Record<string, SchemaDocumentation> = {
  PersonalData: {
    schema: personalDataSchema,
    description: 'What is kept about a member, by where it is kept.',
  },
  Erasure: {
    schema: erasureSchema,
    description: 'The receipt of an erasure. It has no personal data.',
  },
  Mention: {
    schema: mentionSchema,
    description: 'A text about something else that names a member.',
  },
  Mentions: {
    schema: mentionsSchema,
    description: 'Texts about something else that name a member, at most 100.',
  },
};

const parameters = {
  member_id: { description: "The operator's id of the member.", example: 'M-000001' },
};

export const personalDataOperations: readonly OperationDocumentation[] = [
  {
    endpoint: getPersonalData,
    summary: 'Get everything that is kept about a member',
    description:
      'The profile, points, directory entry, received and sent events, rows of jobs, and audit events: up to 1,000 of each, and `complete` is false if there are more. For administrators of the team; each download is an audit event.',
    parameters,
    responses: {
      200: 'The data.',
      404: 'Nothing is kept about a member with this id, or the team does not exist.',
      ...loyaltyServiceErrors,
    },
  },
  {
    endpoint: erasePersonalData,
    summary: 'Erase a member everywhere',
    description:
      'Erases the member in the background, in all teams that see the program. Points stay as amounts of nobody, so that totals agree; audit events keep who did what and when. It cannot be undone.',
    parameters: { member_id: { ...parameters.member_id, example: 'M-000002' } },
    responses: {
      202: 'The receipt. Ask for it again until its state is `done`.',
      404: 'Nothing is kept about a member with this id, or the team does not exist.',
      ...loyaltyServiceErrors,
    },
  },
  {
    endpoint: listMentions,
    summary: 'List texts elsewhere that name a member',
    description:
      "Finds the member ID, as written, and the email address as whole words in texts that an erasure leaves: reasons of other members' points, their attributes, saved views, names of files, filters and reasons of jobs, rejected webhook requests and the audit log. Nothing is changed.",
    parameters,
    responses: {
      200: 'The texts. `complete` is false if there are more than 100, or if the search took more than 1.5 seconds.',
      404: 'The team does not exist or has no loyalty program.',
    },
  },
  {
    endpoint: removeMention,
    summary: 'Remove a text that names a member',
    description:
      'Empties one text that names the member, and nothing else. A saved view keeps a neutral name. It cannot be undone.',
    parameters: {
      ...parameters,
      mention: { description: 'The `id` of the mention.', example: 'points_reason:17' },
    },
    prerequisite: 'Replace the mention by one that is listed.',
    responses: { 204: 'The text is empty.', 404: 'There is no such text of ours.' },
  },
  {
    endpoint: getErasure,
    summary: 'Get the receipt of an erasure',
    description: 'The receipt of an erasure, with its progress.',
    parameters: {
      receipt: {
        description: 'The `receipt` of the erasure.',
        example: 'b6ab5a1c-7a43-4f0a-9b0b-2d5b1a3c9e10',
      },
    },
    prerequisite: 'Replace the receipt by the one that an erasure returned.',
    responses: { 200: 'The receipt.' },
  },
];
