import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { openEnum } from '#contract/open-enum.ts';
import {
  directoryFields,
  directoryFilterSchema,
  directoryQuery,
} from './filters/directory-filters.ts';
import { yesOrNo } from './filters/filter-values.ts';

// Paths are relative to the gateway's base URL. Errors are JSON:API documents (decisions.md, 41 to 44).

export const DIRECTORY_STATES = ['building', 'current', 'stale', 'off'] as const;

/**
 * Why the directory doesn't have all members: the service said that there are more, and sent no cursor, or the
 * same one again.
 */
export const STOP_REASONS = ['cursor_missing', 'cursor_repeated'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** How complete and how recent the directory is. */
export const directoryStatusSchema = z.looseObject({
  state: openEnum(DIRECTORY_STATES),
  /** Share of the members read so far, 0 to 1; 1 once the directory was complete. */
  progress: z.number(),
  /** Changes before this time are included; null while it is being built for the first time. */
  as_of: z.nullable(z.string()),
  /** Only of a directory that is stale because it could not be read to the end. */
  reason: z.optional(openEnum(STOP_REASONS)),
  /**
   * Number of members with unreadable fields, or left out because they were sent without an id; absent if
   * there are none.
   */
  incomplete: z.optional(z.number()),
});
export type DirectoryStatus = z.output<typeof directoryStatusSchema>;

/** A member as the directory shows it. Missing texts are empty. Dates are as the service sent them. */
export const directoryMemberSchema = z.looseObject({
  id: z.string(),
  member_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email_address: z.string(),
  phone_number: z.string(),
  member_status: openEnum(MEMBER_STATUSES),
  tier: z.nullable(z.looseObject({ id: z.string(), name: z.string() })),
  available_points: z.int(),
  member_tags: z.array(z.string()),
  enrollment_date: z.nullable(z.string()),
  last_modified_date: z.nullable(z.string()),
  /** Only if true: some of its fields can't be read. */
  incomplete: z.optional(z.boolean()),
  /** Only if true: the search finds it with a typo. */
  similar: z.optional(z.boolean()),
});
export type DirectoryMember = z.output<typeof directoryMemberSchema>;

export const DIRECTORY_SORT_KEYS = ['name', 'tier', 'points', 'enrolled', 'changed'] as const;
export type DirectorySortKey = (typeof DIRECTORY_SORT_KEYS)[number];
export const DIRECTORY_SORTS = [
  'relevance',
  ...DIRECTORY_SORT_KEYS,
  ...DIRECTORY_SORT_KEYS.map((key) => `-${key}` as const),
] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];

/** Similar members are counted up to this number. */
export const SIMILAR_COUNTED_MAX = 100;

/** How many members match a search (decisions.md, 42). */
export const searchMatchesSchema = z.looseObject({
  /** How many members have, for each searched word, a word that begins with it. */
  literal: z.int(),
  /** Only with a typo, up to `SIMILAR_COUNTED_MAX`; null if it was not asked for the total. */
  similar: z.nullable(z.int()),
});
export type SearchMatches = z.output<typeof searchMatchesSchema>;

export const listDirectoryMembers = defineEndpoint({
  id: 'listDirectoryMembers',
  method: 'GET',
  path: '/teams/:team_id/directory/members',
  tag: 'Member directory',
  query: directoryQuery({
    ...cursorParameters,
    /** `relevance` needs `q`. Default: `relevance` with `q`, otherwise `name`. */
    sort: z.optional(z.enum(DIRECTORY_SORTS)),
    fields: z.optional(directoryFields),
    /** Whether to count, which can take longer than the page; `about`: or to estimate what takes much longer. */
    total: z._default(
      z.union([z.literal('about'), yesOrNo], { error: 'Must be true, false or about' }),
      true,
    ),
  }),
  /** `total` is null if it was not asked for and is not known without counting. */
  response: z.extend(cursorListOf(directoryMemberSchema), {
    total: z.nullable(z.int()),
    /** Only if true: `total` is estimated. */
    total_about: z.optional(z.boolean()),
    /** Only with `q`. */
    matching: z.optional(searchMatchesSchema),
    directory: directoryStatusSchema,
  }),
  scope: 'teams:read',
});

export const FACET_TAGS_MAX = 50;
export const FACET_MONTHS = 24;

export const facetValue = z.looseObject({ value: z.string(), count: z.int() });

/** Counts of the members that match the filters (decisions.md, 43). */
export const directoryFacetsSchema = z.looseObject({
  statuses: z.array(facetValue),
  /** The value is the tier's id; `points` are available to its members. */
  tiers: z.array(z.extend(facetValue, { name: z.string(), points: z.optional(z.int()) })),
  /** The most frequent `FACET_TAGS_MAX`. */
  tags: z.array(facetValue),
  /** The last `FACET_MONTHS` months in UTC as `YYYY-MM`, oldest first, including empty ones. */
  enrolled_months: z.array(facetValue),
  /** The median is null without members. */
  points: z.looseObject({ total: z.int(), median: z.nullable(z.number()) }),
});
export type DirectoryFacets = z.output<typeof directoryFacetsSchema>;

export const getDirectoryFacets = defineEndpoint({
  id: 'getDirectoryFacets',
  isAggregate: true,
  method: 'GET',
  path: '/teams/:team_id/directory/facets',
  tag: 'Member directory',
  query: directoryFilterSchema,
  response: z.looseObject({ data: directoryFacetsSchema, directory: directoryStatusSchema }),
  scope: 'teams:read',
});
