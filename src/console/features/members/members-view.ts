import * as z from 'zod/mini';
import { unreadableParams } from '#console/lib/url/search-params.ts';
import {
  type MemberDates,
  RECENT_DAYS_MAX,
  toFixedDates,
} from '#console/shared/members/member-dates.ts';
import type { NumberRange } from '#console/shared/members/segment-labels.ts';
import { DIRECTORY_SORT_KEYS } from '#contract/gateway/directory.ts';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import { formatMonthDayYear, parseMonthDayYear } from '#contract/loyalty/dates.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import {
  DATE_OPERATORS,
  type DateFilter,
  dateFilter,
  type TagFilter,
  tagFilter,
} from '#contract/loyalty/members/member-filters.ts';
import { invalid, type Parsed, valid } from '#contract/loyalty/parsed.ts';
import { parsedText } from '#contract/loyalty/text.ts';
import { parseSegment, type Segment, segmentParams, unreadableSegment } from './segment.ts';

/** Members per page. */
export const PAGE_SIZES = [100, 250, 1000] as const;
export const DIRECTORY_PAGE_SIZES = [50, 100, 200] as const;

/** The tag modes in the URL. */
const TAG_MODE_PARAMS = {
  contain_any_of: 'any',
  contain_all_of: 'all',
  contain_none_of: 'none',
} as const;

const day = (text: string) => parseMonthDayYear(formatMonthDayYear(text));

/** Reads `last:30`, `gte:2026-01-31` or `between:2026-01-01,2026-01-31`. */
function parseDates(text: string): Parsed<MemberDates> {
  const [, count] = /^last:([1-9]\d{0,3})$/.exec(text) ?? [];
  if (Number(count) <= RECENT_DAYS_MAX) return valid({ operator: 'last', days: Number(count) });
  const [, name, days = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
  const operator = DATE_OPERATORS.find((known) => known === name);
  const [first = '', last = first, ...others] = days.split(',');
  const isRange = operator === 'between' ? first <= last : first === last;
  if (!operator || others.length > 0 || !isRange || day(first) !== first || day(last) !== last) {
    return invalid('No dates');
  }
  return valid({ operator, first, last });
}

/** Reads `any:vip,newsletter`. */
function parseTags(text: string): Parsed<TagFilter> {
  const [, param, list = ''] = /^(\w+):(.*)$/s.exec(text) ?? [];
  const mode = (['contain_any_of', 'contain_all_of', 'contain_none_of'] as const).find(
    (known) => TAG_MODE_PARAMS[known] === param,
  );
  const tags = splitTags(list);
  return mode && tags.length > 0 ? valid({ mode, tags }) : invalid('No tags');
}

/** Splits comma-separated tags, without duplicates and empty ones. */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

/** A search parameter that is undefined if it is missing or invalid. */
function optionalParam<Value>(parse: (text: string) => Parsed<Value>) {
  return z.catch(z.optional(parsedText(z.string(), parse)), undefined);
}

const SORTS = DIRECTORY_SORT_KEYS.flatMap((key) => [key, `-${key}` as const]);

/** @returns undefined for the default order */
export function findSort(text: string): (typeof SORTS)[number] | undefined {
  return SORTS.find((sort) => sort === text);
}

/** Reads `100..500`, `100..` or `..500`. */
function parsePoints(text: string): Parsed<NumberRange> {
  const [, min = '', max = ''] = /^(\d{0,15})\.\.(\d{0,15})$/.exec(text) ?? [];
  if (min === '' && max === '') return invalid('No range');
  return valid({
    min: min === '' ? undefined : Number(min),
    max: max === '' ? undefined : Number(max),
  });
}

const viewSchema = z.object({
  status: z.catch(z.optional(z.enum(MEMBER_STATUSES)), undefined),
  /** Only in the directory, like `sort`, `tiers` and `points`. */
  q: optionalParam((text) => (isSearchable(text) ? valid(text) : invalid('Too short'))),
  /** With `q`: also members that match only with a typo. */
  similar: z.catch(z.optional(z.literal('include')), undefined),
  sort: optionalParam((text) => {
    const sort = findSort(text);
    return sort ? valid(sort) : invalid('No sort');
  }),
  tiers: optionalParam((text) => (text === '' ? invalid('No tiers') : valid(text.split(',')))),
  points: optionalParam(parsePoints),
  tags: optionalParam(parseTags),
  enrolled: optionalParam(parseDates),
  changed: optionalParam(parseDates),
  /** Only in the directory, like `firstPurchase` and the segment. */
  lastPurchase: optionalParam(parseDates),
  firstPurchase: optionalParam(parseDates),
  language: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.pipe(z.coerce.number(), z.int().check(z.positive())), 1),
  count: z.catch(
    z.pipe(z.coerce.number(), z.literal([...PAGE_SIZES, ...DIRECTORY_PAGE_SIZES])),
    100,
  ),
});

/**
 * The state of the members list, kept in the URL. `language` is a store language, for the names of tiers
 * and activities.
 */
export interface MembersView extends z.output<typeof viewSchema> {
  readonly segment: Segment | undefined;
}
/** The filters of the list. Changing one leads to the first page. */
export type MembersFilters = Pick<
  MembersView,
  | 'status'
  | 'q'
  | 'similar'
  | 'tiers'
  | 'points'
  | 'tags'
  | 'enrolled'
  | 'changed'
  | 'lastPurchase'
  | 'firstPurchase'
  | 'segment'
>;

/** Without a status, the directory lists all members and the API those that are active. */
export const NO_FILTERS: MembersFilters = {
  status: undefined,
  q: undefined,
  similar: undefined,
  tiers: undefined,
  points: undefined,
  tags: undefined,
  enrolled: undefined,
  changed: undefined,
  lastPurchase: undefined,
  firstPurchase: undefined,
  segment: undefined,
};

/** The view of a URL without parameters. */
export const FIRST_PAGE: MembersView = {
  ...NO_FILTERS,
  sort: undefined,
  language: undefined,
  cursor: undefined,
  from: 1,
  count: 100,
};

/** Reads the URL's search parameters. Missing and invalid ones get their defaults. */
export function parseMembersView(search: URLSearchParams): MembersView {
  const view = viewSchema.parse(Object.fromEntries(search));
  const from = view.cursor === undefined ? 1 : view.from;
  const similar = view.q === undefined ? undefined : view.similar;
  return { ...view, similar, from, segment: parseSegment(search) };
}

/** The filters of a URL that can't be read. */
export function unreadableFilters(search: URLSearchParams): string[] {
  const filters = Object.keys(NO_FILTERS);
  const unreadable = unreadableParams(viewSchema, search).filter((name) => filters.includes(name));
  return [...unreadable, ...unreadableSegment(search)];
}

/** Reads the URL where there is no directory: without its filters, and active members by default. */
export function parseProgramView(search: URLSearchParams): MembersView {
  const view = parseMembersView(search);
  const status = view.status === 'active' ? undefined : view.status;
  const { tags, enrolled, changed } = view;
  return { ...view, ...NO_FILTERS, sort: undefined, status, tags, enrolled, changed };
}

/** The query string of a view, without the question mark and without defaults. */
export function membersSearch(view: MembersView): string {
  const search = new URLSearchParams();
  if (view.q !== undefined) search.set('q', view.q);
  if (view.similar !== undefined) search.set('similar', view.similar);
  if (view.status !== undefined) search.set('status', view.status);
  if (view.tiers) search.set('tiers', view.tiers.join(','));
  if (view.points) search.set('points', `${view.points.min ?? ''}..${view.points.max ?? ''}`);
  if (view.sort !== undefined) search.set('sort', view.sort);
  if (view.tags)
    search.set('tags', `${TAG_MODE_PARAMS[view.tags.mode]}:${view.tags.tags.join(',')}`);
  if (view.enrolled) search.set('enrolled', formatDates(view.enrolled));
  if (view.changed) search.set('changed', formatDates(view.changed));
  if (view.lastPurchase) search.set('lastPurchase', formatDates(view.lastPurchase));
  if (view.firstPurchase) search.set('firstPurchase', formatDates(view.firstPurchase));
  for (const [name, value] of segmentParams(view.segment)) search.set(name, value);
  if (view.language !== undefined) search.set('language', view.language);
  if (view.count !== 100) search.set('count', String(view.count));
  if (view.cursor !== undefined) {
    search.set('from', String(view.from));
    search.set('cursor', view.cursor);
  }
  return search.toString();
}

/** The query string that a member's page gets from the list it was opened from; never empty. */
export function listSearch(view: MembersView): string {
  const search = membersSearch(view);
  if (membersSearch({ ...view, language: undefined }) !== '') return search;
  return search === '' ? 'list=members' : `list=members&${search}`;
}

function formatDates(dates: MemberDates): string {
  if (dates.operator === 'last') return `last:${dates.days}`;
  const { operator, first, last } = dates;
  return `${operator}:${operator === 'between' ? `${first},${last}` : first}`;
}

/** The query parameters of the API for a view. */
export function membersRequest(view: MembersView) {
  return {
    member_status: view.status ?? 'active',
    member_tags: view.tags && tagFilter(view.tags),
    enrolment_date: view.enrolled && dateFilter(toDateFilter(view.enrolled)),
    last_modified_date: view.changed && dateFilter(toDateFilter(view.changed)),
    language: view.language,
    start_cursor: view.cursor,
    count: view.count,
  };
}

function toDateFilter(dates: MemberDates): DateFilter {
  const { operator, first, last } = toFixedDates(dates);
  const days = operator === 'between' ? [first, last] : [first];
  return { [operator]: days.map(formatMonthDayYear).join('-') } as DateFilter;
}

/** Whether any filter differs from its default. */
export function hasFilters(view: Partial<MembersFilters>): boolean {
  return Object.keys(NO_FILTERS).some((name) => view[name as keyof MembersFilters] !== undefined);
}
