import * as z from 'zod/mini';
import {
  findAttributeExcess,
  isAttributeFilter,
} from '#contract/gateway/filters/attribute-filters.ts';
import {
  type DirectoryFilter,
  directoryFilterSchema,
  EXCLUDED_FIELDS,
  VALUE_FIELDS,
} from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';

/** Filters by a member's further fields, in the words of the directory (decisions.md, 61). */
export type Segment = Omit<
  DirectoryFilter,
  | 'q'
  | 'similar'
  | 'status'
  | 'tier'
  | `tag${'' | '_all' | '_none'}`
  | `points_${'min' | 'max'}`
  | `${'enrolled' | 'changed' | 'first_purchase' | 'last_purchase'}_${'from' | 'to'}`
>;

const SEGMENT_FILTERS = [
  ...VALUE_FIELDS,
  ...EXCLUDED_FIELDS,
  'status_not',
  'tier_not',
  'has_birthday',
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

/** The bound of a number in links and saved views of 0.2.0: `attribute.size_min=9`. */
const OLD_BOUND = /^attribute\.(.+)_(min|max)$/s;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The name of today of a filter by an attribute. */
function toAttributeName(param: string, text: string): string {
  const [, key, bound] = OLD_BOUND.exec(param) ?? [];
  return bound !== undefined && NUMBER.test(text) ? `attribute_${bound}.${key}` : param;
}

/** A value that could be such a bound has a comma behind it. */
const toAttributeText = (name: string, text: string) =>
  toAttributeName(name, text) === name ? text : `${text},`;

interface SegmentEntry {
  readonly param: string;
  readonly name: string;
  /** Undefined if it can't be read. */
  readonly value: Segment[keyof Segment];
}

function segmentEntries(search: URLSearchParams): SegmentEntry[] {
  const attributes = [...search].flatMap(([param, text]) =>
    isAttributeFilter(param) ? [{ param, name: toAttributeName(param, text) }] : [],
  );
  const known = SEGMENT_FILTERS.map((name) => ({ param: toParam(name), name }));
  const entries = [...known, ...attributes].flatMap(({ param, name }) => {
    const text = search.get(param);
    if (text === null) return [];
    const parsed = z.safeParse(directoryFilterSchema, { [name]: text });
    const value = parsed.success ? parsed.data[name as keyof Segment] : undefined;
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return [{ param, name, value: isEmpty ? undefined : value }];
  });
  return withoutExcess(entries);
}

/** Of more filters by attributes than a request can have, the first ones. */
function withoutExcess(entries: readonly SegmentEntry[]): SegmentEntry[] {
  const taken: Record<string, SegmentEntry['value']> = {};
  return entries.map((entry) => {
    const { name, value } = entry;
    if (!isAttributeFilter(name) || value === undefined) return entry;
    if (findAttributeExcess({ ...taken, [name]: value }) !== undefined) {
      return { ...entry, value: undefined };
    }
    taken[name] = value;
    return entry;
  });
}

/** Reads the filters of a URL; undefined if there are none. */
export function parseSegment(search: URLSearchParams): Segment | undefined {
  const entries = segmentEntries(search).filter(({ value }) => value !== undefined);
  return normalize(Object.fromEntries(entries.map(({ name, value }) => [name, value])) as Segment);
}

/** The parameters of filters that can't be read. */
export function unreadableSegment(search: URLSearchParams): string[] {
  return segmentEntries(search).flatMap(({ param, value }) => (value === undefined ? [param] : []));
}

/** The URL's parameters of the filters. */
export function segmentParams(segment: Segment | undefined): [string, string][] {
  return Object.entries(segment ?? {}).map(([name, value]) => {
    const text = Array.isArray(value) ? joinList(value) : String(value);
    return [toParam(name), isAttributeFilter(name) ? toAttributeText(name, text) : text];
  });
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
