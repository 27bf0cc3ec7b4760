import {
  directoryFacetsSchema,
  directoryMemberSchema,
  directoryStatusSchema,
  FACET_MONTHS,
  FACET_TAGS_MAX,
  getDirectoryFacets,
  listDirectoryMembers,
} from '#contract/gateway/directory.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import type {
  OperationDocumentation,
  ParameterDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const directorySchemas: Record<string, SchemaDocumentation> = {
  DirectoryMember: {
    schema: directoryMemberSchema,
    description: 'A member as the directory shows it. Missing texts are empty.',
  },
  DirectoryStatus: {
    schema: directoryStatusSchema,
    description: 'How complete and how recent the directory is.',
  },
  DirectoryFacets: {
    schema: directoryFacetsSchema,
    description: `Counts of the members that match. Tags: the ${FACET_TAGS_MAX} most frequent; months: the last ${FACET_MONTHS}.`,
  },
};

const list = (items: object) => ({ type: 'array', items });
const integer = { type: 'integer' };

const filters: Record<string, Partial<ParameterDocumentation>> = {
  q: {
    description:
      'Words that all have to match a name, the email address, the phone number or an id: as a prefix, or with a typo.',
    example: 'ada',
  },
  status: {
    description: 'Only these statuses.',
    schema: list({ type: 'string', enum: MEMBER_STATUSES }),
  },
  tier: { description: 'Only these tiers, by id.', schema: list({ type: 'string' }) },
  tag: { description: 'Only members with any of these tags.', schema: list({ type: 'string' }) },
  tag_all: {
    description: 'Only members with all of these tags.',
    schema: list({ type: 'string' }),
  },
  tag_none: {
    description: 'Only members with none of these tags.',
    schema: list({ type: 'string' }),
  },
  points_min: { description: 'At least this many available points.', schema: integer },
  points_max: { description: 'At most this many available points.', schema: integer },
  enrolled_from: { description: 'Enrolled on this UTC day or later, such as `2026-01-31`.' },
  enrolled_to: { description: 'Enrolled on this UTC day or earlier.' },
  changed_from: { description: 'Last changed on this UTC day or later.' },
  changed_to: { description: 'Last changed on this UTC day or earlier.' },
  referrer: { description: 'Only members that the member with this `id` referred.' },
};

export const directoryOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listDirectoryMembers,
    description:
      'Searches a copy of the members that the gateway keeps. Changes made through the gateway are in it before their ' +
      'response, others within a minute by default; `directory` says how recent it is.',
    parameters: {
      ...filters,
      sort: {
        description:
          'The order; `-` for descending. Default: `relevance` with `q`, which it needs, otherwise `name`.',
      },
    },
    responses: { 200: 'A page of members.' },
  },
  {
    endpoint: getDirectoryFacets,
    description: 'Counts the members that match the same filters as the search.',
    parameters: filters,
    responses: { 200: 'The counts.' },
  },
];
