import * as z from 'zod/mini';
import {
  ATTRIBUTE_FILTER_PREFIX,
  type DirectoryFilter,
  directoryFilterSchema,
  VALUE_FIELDS,
} from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';

/** Filters by a member's further fields, in the words of the directory (decisions.md, 61). */
export type Segment = Omit<
  DirectoryFilter,
  | 'q'
  | 'status'
  | 'tier'
  | `tag${'' | '_all' | '_none'}`
  | `points_${'min' | 'max'}`
  | `${'enrolled' | 'changed' | 'first_purchase' | 'last_purchase'}_${'from' | 'to'}`
>;

const SEGMENT_FILTERS = [
  ...VALUE_FIELDS,
  ...['purchases', 'revenue', 'redemptions', 'lifetime_points'].flatMap((name) => [
    `${name}_min`,
    `${name}_max`,
  ]),
  'expiring_within',
  'expiring_month',
  'referrer',
];

/** In the URL, `language` is that of the program's texts. */
const toParam = (name: string) => (name === 'language' ? 'preferred_language' : name);

function segmentEntries(search: URLSearchParams) {
  const attributes = [...search.keys()].filter((name) => name.startsWith(ATTRIBUTE_FILTER_PREFIX));
  return [...SEGMENT_FILTERS, ...attributes].flatMap((name) => {
    const text = search.get(toParam(name));
    if (text === null) return [];
    const parsed = z.safeParse(directoryFilterSchema, { [name]: text });
    const value = parsed.success ? parsed.data[name as keyof Segment] : undefined;
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return [{ name, value: isEmpty ? undefined : value }];
  });
}

/** Reads the filters of a URL; undefined if there are none. */
export function parseSegment(search: URLSearchParams): Segment | undefined {
  const entries = segmentEntries(search).filter(({ value }) => value !== undefined);
  return normalize(Object.fromEntries(entries.map(({ name, value }) => [name, value])) as Segment);
}

/** The parameters of filters that can't be read. */
export function unreadableSegment(search: URLSearchParams): string[] {
  return segmentEntries(search).flatMap(({ name, value }) =>
    value === undefined ? [toParam(name)] : [],
  );
}

/** The URL's parameters of the filters. */
export function segmentParams(segment: Segment | undefined): [string, string][] {
  return Object.entries(segment ?? {}).map(([name, value]) => [
    toParam(name),
    Array.isArray(value) ? joinList(value) : String(value),
  ]);
}

/** Changes filters: undefined and empty ones are removed. */
export function changeSegment(segment: Segment | undefined, changes: Segment): Segment | undefined {
  return normalize({ ...segment, ...changes });
}

/** In one order, so that equal filters make equal URLs. */
function normalize(segment: Segment): Segment | undefined {
  const set = Object.entries(segment)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return set.length === 0 ? undefined : (Object.fromEntries(set) as Segment);
}
