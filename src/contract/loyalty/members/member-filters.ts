import { dayAfter, parseMonthDayYear } from '#contract/loyalty/dates.ts';
import { invalid, type Parsed, parseJsonObject, valid } from '#contract/loyalty/parsed.ts';
import { parsedText } from '#contract/loyalty/text.ts';
import { isStorable, limitedString } from '#contract/text.ts';

export const DATE_OPERATORS = ['eq', 'gt', 'gte', 'lt', 'lte', 'between'] as const;
export type DateOperator = (typeof DATE_OPERATORS)[number];

/** An object with exactly one of the keys. */
type OneOf<Name extends string> = { [Key in Name]: { readonly [Only in Key]: string } }[Name];

/** One operator with a day as `MM/DD/YYYY`; `between` takes two days joined by a hyphen. */
export type DateFilter = OneOf<DateOperator>;

/** A parsed date filter with days as `YYYY-MM-DD`; `first` and `last` differ only for `between`. */
export interface DateSelection {
  readonly operator: DateOperator;
  readonly first: string;
  readonly last: string;
}

/**
 * UTC days as `YYYY-MM-DD`: `from` is inclusive, `to` exclusive. Null means unbounded.
 */
export interface DateRange {
  readonly from: string | null;
  readonly to: string | null;
}

export const TAG_MODES = ['contain_all_of', 'contain_any_of', 'contain_none_of'] as const;
export type TagMode = (typeof TAG_MODES)[number];

export interface TagFilter {
  readonly mode: TagMode;
  readonly tags: readonly string[];
}

/** Formats a date parameter: `dateFilter({ gte: '01/31/2026' })`. */
export function dateFilter(filter: DateFilter): string {
  return JSON.stringify(filter);
}

/** Formats `member_tags`: `tagFilter({ mode: 'contain_any_of', tags: ['vip'] })`. */
export function tagFilter({ mode, tags }: TagFilter): string {
  return JSON.stringify({ [mode]: tags.join(',') });
}

/** Parses a date parameter (decisions.md, 29). */
export function parseDateFilter(text: string): Parsed<DateSelection> {
  const single = parseSingle(text, DATE_OPERATORS);
  if (!single.ok) return single;
  const [operator, value] = single.value;
  if (operator === 'between') return parseBetween(value);
  const day = parseMonthDayYear(value);
  return day === null
    ? invalid(`${operator} takes a calendar date as MM/DD/YYYY`)
    : valid({ operator, first: day, last: day });
}

/** The selected days as bounds for a query. */
export function dateRange({ operator, first, last }: DateSelection): DateRange {
  switch (operator) {
    case 'eq':
    case 'between':
      return { from: first, to: dayAfter(last) };
    case 'gte':
      return { from: first, to: null };
    case 'lt':
      return { from: null, to: first };
    case 'lte':
      return { from: null, to: dayAfter(last) };
    case 'gt': {
      const next = dayAfter(last);
      // Nothing is after the last possible day: an empty range.
      return next === null ? { from: first, to: first } : { from: next, to: null };
    }
  }
}

/** Parses `member_tags`, ignoring spaces around tags and duplicates. */
export function parseTagFilter(text: string): Parsed<TagFilter> {
  const single = parseSingle(text, TAG_MODES);
  if (!single.ok) return single;
  const [mode, value] = single.value;
  if (!isStorable(value)) return invalid('Must be Unicode text without NUL');
  const tags = [...new Set(value.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  return tags.length === 0 ? invalid(`${mode} takes at least one tag`) : valid({ mode, tags });
}

/** The longest filter: as long as a URL can be. */
const FILTER_MAX_LENGTH = 16_384;

/** `enrolment_date` and `last_modified_date` of the members list. */
export const dateRangeParameter = parsedText(limitedString(FILTER_MAX_LENGTH), (text) => {
  const filter = parseDateFilter(text);
  return filter.ok ? valid(dateRange(filter.value)) : filter;
});

/** `member_tags` of the members list. */
export const tagFilterParameter = parsedText(limitedString(FILTER_MAX_LENGTH), parseTagFilter);

/** Reads a JSON object that has one of the names as its only key, and a string for it. */
function parseSingle<const Name extends string>(
  text: string,
  names: readonly Name[],
): Parsed<[Name, string]> {
  const object = parseJsonObject(text);
  if (!object.ok) return object;
  const [entry, ...others] = Object.entries(object.value);
  const name = names.find((known) => known === entry?.[0]);
  if (!entry || !name || others.length > 0) {
    return invalid(`Must have exactly one of: ${names.join(', ')}`);
  }
  const value = entry[1];
  return typeof value === 'string' ? valid([name, value]) : invalid(`${name} takes a string`);
}

function parseBetween(value: string): Parsed<DateSelection> {
  const [from = '', to = '', ...others] = value.split('-');
  const first = parseMonthDayYear(from);
  const last = parseMonthDayYear(to);
  if (first === null || last === null || others.length > 0) {
    return invalid('between takes two calendar dates as MM/DD/YYYY-MM/DD/YYYY');
  }
  return first > last
    ? invalid('between takes the earlier date first')
    : valid({ operator: 'between', first, last });
}
