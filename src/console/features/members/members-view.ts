import * as z from 'zod/mini';
import {
  type MembersFilter,
  toDirectoryFilter,
} from '#console/shared/loyalty/filter/members-filter.ts';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { DIRECTORY_SORT_KEYS } from '#contract/gateway/directory.ts';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import {
  type DateFilter,
  dateFilter,
  tagFilter,
} from '#contract/loyalty/members/member-filters.ts';
import { invalid, valid } from '#contract/loyalty/parsed.ts';
import { parsedText } from '#contract/loyalty/text.ts';
import { filterParams, readFilter } from './filter-params/filter-params.ts';

export const PAGE_SIZES = [100, 250, 1000] as const;
export const DIRECTORY_PAGE_SIZES = [50, 100, 200] as const;

/** Splits comma-separated tags, without duplicates and empty ones. */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

const SORTS = DIRECTORY_SORT_KEYS.flatMap((key) => [key, `-${key}` as const]);

/** @returns undefined for the default order */
export function findSort(text: string): (typeof SORTS)[number] | undefined {
  return SORTS.find((sort) => sort === text);
}

const sortParam = parsedText(z.string(), (text) => {
  const sort = findSort(text);
  return sort ? valid(sort) : invalid('No sort');
});
const optionalText = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

const viewSchema = z.object({
  /** Only in the directory. */
  sort: z.catch(z.optional(sortParam), undefined),
  language: optionalText,
  cursor: optionalText,
  from: z.catch(z.pipe(z.coerce.number(), z.int().check(z.positive())), 1),
  count: z.catch(
    z.pipe(z.coerce.number(), z.literal([...PAGE_SIZES, ...DIRECTORY_PAGE_SIZES])),
    100,
  ),
});

/**
 * The state of the members list, kept in the URL. `language` is a store language, for the names of tiers
 * and activities. Without a status, the directory lists all members and the API those that are active.
 */
export interface MembersView extends z.output<typeof viewSchema> {
  readonly filter: MembersFilter;
}

/** The view of a URL without parameters. */
export const FIRST_PAGE: MembersView = {
  filter: {},
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
  return { ...view, from, filter: readFilter(search).filter };
}

/** The filters of a URL that can't be read. */
export const unreadableFilters = (search: URLSearchParams) => readFilter(search).unreadable;

const pageSize = storedPreference('members-page-size');

/** Remembers the page size that was chosen last on this device. */
export function storePageSize(size: number): void {
  pageSize.write(String(size));
}

/** Reads the URL of a list on the directory; without a page size it has the remembered one. */
export function parseDirectoryView(search: URLSearchParams): MembersView {
  const view = parseMembersView(search);
  if (search.has('count')) return view;
  const stored = Number(pageSize.read());
  return { ...view, count: DIRECTORY_PAGE_SIZES.find((size) => size === stored) ?? view.count };
}

/** Reads the URL where there is no directory: without its filters, and active members by default. */
export function parseProgramView(search: URLSearchParams): MembersView {
  const view = parseMembersView(search);
  const { status, ...filter } = programFilter(view.filter);
  const isDefault = status === undefined || status[0] === 'active';
  return { ...view, sort: undefined, filter: isDefault ? filter : { ...filter, status } };
}

/** The query string of a view, without the question mark and without defaults. */
export function membersSearch(view: MembersView): string {
  const search = new URLSearchParams(filterParams(view.filter));
  if (view.sort !== undefined) search.set('sort', view.sort);
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

const TAG_MODES = [
  ['tag', 'contain_any_of'],
  ['tag_all', 'contain_all_of'],
  ['tag_none', 'contain_none_of'],
] as const;

/** The filters that the program's own list has: one status, tags in one way, and two dates. */
function programFilter(filter: MembersFilter): MembersFilter {
  const names = new Set<string>(filter.status?.length === 1 ? ['status'] : []);
  // Its list of tags has no commas in tags.
  const tags = TAG_MODES.find(([name]) => filter[name]?.every((tag) => !tag.includes(',')));
  if (tags) names.add(tags[0]);
  for (const bound of ['from', 'to', 'last'])
    names.add(`enrolled_${bound}`).add(`changed_${bound}`);
  const entries = Object.entries(filter).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as MembersFilter;
}

export function needsDirectory(filter: MembersFilter): boolean {
  return Object.keys(programFilter(filter)).length < Object.keys(filter).length;
}

/** The query parameters of the API for a view. */
export function membersRequest(view: MembersView) {
  const filter = toDirectoryFilter(programFilter(view.filter));
  const tags = TAG_MODES.flatMap(([name, mode]) => {
    const values = filter[name];
    return values ? [{ mode, tags: values }] : [];
  })[0];
  return {
    member_status: filter.status?.[0] ?? 'active',
    member_tags: tags && tagFilter(tags),
    enrolment_date: formatDays(filter.enrolled_from, filter.enrolled_to),
    last_modified_date: formatDays(filter.changed_from, filter.changed_to),
    language: view.language,
    start_cursor: view.cursor,
    count: view.count,
  };
}

function formatDays(from: string | undefined, to: string | undefined): string | undefined {
  const days = [from, to].filter((day) => day !== undefined).map(formatMonthDayYear);
  if (days.length === 0) return undefined;
  const operator = days.length === 2 ? 'between' : from === undefined ? 'lte' : 'gte';
  return dateFilter({ [operator]: days.join('-') } as DateFilter);
}

export function hasFilters(view: Pick<MembersView, 'filter'>): boolean {
  return Object.keys(view.filter).length > 0;
}
