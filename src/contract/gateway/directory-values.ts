import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';
import { directoryStatusSchema, facetValue } from './directory.ts';
import { VALUE_FIELDS } from './filters/directory-filters.ts';
import { teamParams } from './team-params.ts';

// Custom attributes of members, and values to filter by (decisions.md, 61).

export const ATTRIBUTE_KINDS = ['text', 'number', 'list'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** A custom attribute that members have. */
export const directoryAttributeSchema = z.looseObject({
  key: z.string(),
  /** The most frequent kind of its values. */
  kind: openEnum(ATTRIBUTE_KINDS),
  /** Number of members that have it. */
  members: z.int(),
});
export type DirectoryAttribute = z.output<typeof directoryAttributeSchema>;

export const listDirectoryAttributes = defineEndpoint({
  id: 'listDirectoryAttributes',
  method: 'GET',
  path: '/teams/:team_id/directory/attributes',
  summary: 'List custom attributes in use',
  tag: 'Member directory',
  params: teamParams,
  response: z.looseObject({
    /** By key. */
    data: z.array(directoryAttributeSchema),
    directory: directoryStatusSchema,
  }),
  scope: 'teams:read',
  errors: [400, 401, 403, 404],
});

export const DIRECTORY_VALUES_MAX = 100;

export const listDirectoryValues = defineEndpoint({
  id: 'listDirectoryValues',
  method: 'GET',
  path: '/teams/:team_id/directory/values',
  summary: 'List the values that a filter can have',
  tag: 'Member directory',
  params: teamParams,
  query: strictQuery({
    /** Filters whose values are listed; all of them by default. */
    field: z.optional(z.enum(VALUE_FIELDS)),
    /** Only values that contain this. */
    q: z.optional(text(ID_MAX_LENGTH)),
  }),
  response: z.looseObject({
    /** The most frequent `DIRECTORY_VALUES_MAX` of each filter, first. */
    data: z.array(z.extend(facetValue, { field: z.string() })),
    directory: directoryStatusSchema,
  }),
  scope: 'teams:read',
  errors: [400, 401, 403, 404],
});
