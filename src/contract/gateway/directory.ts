import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, limitedString, text } from '#contract/text.ts';
import { teamParams } from './team-params.ts';

// Paths are relative to the gateway's base URL. Errors are JSON:API documents (decisions.md, 41 to 44).

export const DIRECTORY_STATES = ['building', 'current', 'stale', 'off'] as const;

/** How complete and how recent the directory is. */
export const directoryStatusSchema = z.looseObject({
  state: openEnum(DIRECTORY_STATES),
  /** Share of the members read so far, 0 to 1; 1 once the directory was complete. */
  progress: z.number(),
  /** Changes before this time are included; null while it is being built for the first time. */
  as_of: z.nullable(z.string()),
  /**
   * How many members have fields that the directory can't read, or were sent without an id and are left
   * out; absent if there are none.
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
});
export type DirectoryMember = z.output<typeof directoryMemberSchema>;

export const DIRECTORY_SORT_KEYS = ['name', 'points', 'enrolled', 'changed'] as const;
export type DirectorySortKey = (typeof DIRECTORY_SORT_KEYS)[number];
export const DIRECTORY_SORTS = [
  'relevance',
  ...DIRECTORY_SORT_KEYS,
  ...DIRECTORY_SORT_KEYS.map((key) => `-${key}` as const),
] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];

const SEARCH_MIN_LENGTH = 2;
const SEARCH_MAX_LENGTH = 200;
/** A character of a script without spaces between words, in which one can be a whole name. */
const NAME_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Whether a text is long enough to search for (decisions.md, 42). */
export function isSearchable(q: string): boolean {
  const text = q.trim().normalize('NFC');
  return text.length >= SEARCH_MIN_LENGTH || NAME_CHARACTER.test(text);
}
const LISTED_VALUES_MAX = 200;
const LIST_MAX_LENGTH = 8_192;

/** A comma-separated list, or an array in a request body. Duplicates and empty values are dropped. */
function listOf<Value extends string>(value: z.ZodMiniType<Value, string>) {
  return z.pipe(
    z.pipe(
      z.union([
        limitedString(LIST_MAX_LENGTH),
        z.array(limitedString(ID_MAX_LENGTH)).check(z.maxLength(LISTED_VALUES_MAX)),
      ]),
      z.transform((given: string | string[]) => {
        const values = typeof given === 'string' ? given.split(',') : given;
        return [...new Set(values.map((each) => each.trim()))].filter((each) => each !== '');
      }),
    ),
    z.array(value).check(z.maxLength(LISTED_VALUES_MAX)),
  );
}

const NOT_AN_INTEGER = { error: 'Must be an integer' };

const points = z.pipe(
  z.union(
    [limitedString(16).check(z.regex(/^-?\d{1,15}$/, NOT_AN_INTEGER)), z.int()],
    NOT_AN_INTEGER,
  ),
  z.transform((value: string | number) => Number(value)),
);

const isoDay = limitedString(10).check(
  z.refine(
    (given) => {
      const day = new Date(/^(?!0000)\d{4}-\d\d-\d\d$/.test(given) ? given : Number.NaN);
      return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
    },
    { error: 'Must be a day such as 2026-01-31' },
  ),
);

/** The filters of the directory, as query parameters and in the selection of a job. */
export const directoryFilters = {
  /** Words that must all match (decisions.md, 42). */
  q: z.optional(
    text(SEARCH_MAX_LENGTH).check(
      z.refine(isSearchable, {
        error: `Must have at least ${SEARCH_MIN_LENGTH} characters`,
      }),
    ),
  ),
  status: z.optional(
    listOf(
      z.enum(MEMBER_STATUSES, { error: `Must be one or more of ${MEMBER_STATUSES.join(', ')}` }),
    ),
  ),
  /** Tier ids. */
  tier: z.optional(listOf(text(ID_MAX_LENGTH))),
  /** Members with any of these. */
  tag: z.optional(listOf(text(ID_MAX_LENGTH))),
  /** Members with all of these. */
  tag_all: z.optional(listOf(text(ID_MAX_LENGTH))),
  /** Members with none of these. */
  tag_none: z.optional(listOf(text(ID_MAX_LENGTH))),
  points_min: z.optional(points),
  points_max: z.optional(points),
  /** UTC days, both inclusive. */
  enrolled_from: z.optional(isoDay),
  enrolled_to: z.optional(isoDay),
  changed_from: z.optional(isoDay),
  changed_to: z.optional(isoDay),
  /** The `id` of a member: the members that they referred. */
  referrer: z.optional(text(ID_MAX_LENGTH)),
};
export const directoryFilterSchema = z.strictObject(directoryFilters);
export type DirectoryFilter = z.output<typeof directoryFilterSchema>;

export const listDirectoryMembers = defineEndpoint({
  id: 'listDirectoryMembers',
  method: 'GET',
  path: '/teams/:team_id/directory/members',
  summary: 'Search and list members',
  tag: 'Member directory',
  params: teamParams,
  query: strictQuery({
    ...directoryFilters,
    ...cursorParameters,
    /** `relevance` needs `q`. Default: `relevance` with `q`, otherwise `name`. */
    sort: z.optional(z.enum(DIRECTORY_SORTS)),
  }),
  body: undefined,
  status: 200,
  response: z.extend(cursorListOf(directoryMemberSchema), { directory: directoryStatusSchema }),
  scope: 'teams:read',
  errors: [400, 401, 403, 404],
});

export const FACET_TAGS_MAX = 50;
export const FACET_MONTHS = 24;

const facetValue = z.looseObject({ value: z.string(), count: z.int() });

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
  method: 'GET',
  path: '/teams/:team_id/directory/facets',
  summary: 'Count members by status, tier, tag and month',
  tag: 'Member directory',
  params: teamParams,
  query: strictQuery(directoryFilters),
  body: undefined,
  status: 200,
  response: z.looseObject({ data: directoryFacetsSchema, directory: directoryStatusSchema }),
  scope: 'teams:read',
  errors: [400, 401, 403, 404],
});
