import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';
import { directoryStatusSchema, facetValue } from './directory.ts';
import {
  ATTRIBUTE_FIELD_PREFIX,
  directoryQuery,
  searchText,
  VALUE_FIELDS,
  type ValueField,
} from './filters/directory-filters.ts';

// Custom attributes of members, and values to filter by (decisions.md, 61).

export const ATTRIBUTE_KINDS = ['text', 'number', 'list'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

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
  tag: 'Member directory',
  query: strictQuery(cursorParameters),
  /** By key. */
  response: z.extend(cursorListOf(directoryAttributeSchema), { directory: directoryStatusSchema }),
  scope: 'teams:read',
});

export const DIRECTORY_VALUES_MAX = 100;
/** The most values of a custom attribute that are listed. */
export const ATTRIBUTE_VALUES_LISTED_MAX = 50;

export type ListedField = ValueField | `${typeof ATTRIBUTE_FIELD_PREFIX}${string}`;

const isListedField = (name: string): name is ListedField =>
  VALUE_FIELDS.some((field) => field === name) ||
  (name.startsWith(ATTRIBUTE_FIELD_PREFIX) && name !== ATTRIBUTE_FIELD_PREFIX);

const valueField = z.pipe(
  text(ID_MAX_LENGTH + ATTRIBUTE_FIELD_PREFIX.length).check(
    z.refine(isListedField, {
      error: `Must be one of ${VALUE_FIELDS.join(', ')} or custom_attributes.<key>`,
    }),
  ),
  z.transform((name: string) => name as ListedField),
);

export const listDirectoryValues = defineEndpoint({
  id: 'listDirectoryValues',
  method: 'GET',
  path: '/teams/:team_id/directory/values',
  tag: 'Member directory',
  /** If there are filters, only values of the members that match are listed. */
  query: directoryQuery({
    /** The filter whose values are listed, or `custom_attributes.<key>`; all filters by default. */
    field: z.optional(valueField),
    /** Only values that contain this. */
    q: z.optional(text(ID_MAX_LENGTH)),
    /** What `q` is in lists of members. */
    search: searchText,
  }),
  response: z.looseObject({
    /** The most frequent `DIRECTORY_VALUES_MAX` of each filter, or `ATTRIBUTE_VALUES_LISTED_MAX`, first. */
    data: z.array(z.extend(facetValue, { field: z.string() })),
    directory: directoryStatusSchema,
  }),
  scope: 'teams:read',
});
