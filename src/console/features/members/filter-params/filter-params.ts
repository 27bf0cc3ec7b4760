import * as z from 'zod/mini';
import {
  changeFilter,
  DATE_FIELDS,
  type MembersFilter,
  RECENT_DAYS_MAX,
} from '#console/shared/loyalty/filter/members-filter.ts';
import {
  findAttributeExcess,
  isAttributeFilter,
} from '#contract/gateway/filters/attribute-filters.ts';
import {
  directoryFilterSchema,
  FILTER_NAMES,
} from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';
import { markExactValue, translateParam } from './old-filter-params.ts';

const RECENT_NAMES: readonly string[] = DATE_FIELDS.map((field) => `${field}_last`);

/** In the URL of a page, `language` is that of the program's texts. */
const toParam = (name: string) => (name === 'language' ? 'preferred_language' : name);
const NAMES_BY_PARAM = new Map(
  [...FILTER_NAMES, ...RECENT_NAMES].map((name) => [toParam(name), name]),
);

type FilterValue = MembersFilter[keyof MembersFilter];

/** @returns undefined if it can't be read */
function readValue(name: string, text: string): FilterValue {
  if (RECENT_NAMES.includes(name)) {
    return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= RECENT_DAYS_MAX
      ? Number(text)
      : undefined;
  }
  const parsed = z.safeParse(directoryFilterSchema, { [name]: text });
  const value = parsed.success ? parsed.data[name as keyof typeof parsed.data] : undefined;
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/**
 * Reads the filters of a URL, which has the directory's parameters.
 *
 * @returns the filters, and the parameters that can't be read. Of more filters by attributes than a request
 *   can have, the first ones are read
 */
export function readFilter(search: URLSearchParams) {
  const filter: Record<string, FilterValue> = {};
  const unreadable: string[] = [];
  for (const [param, text] of new Map(search)) {
    const params = translateParam(param, text);
    if (params === undefined) unreadable.push(param);
    for (const [translated, value] of params ?? []) {
      const name = isAttributeFilter(translated) ? translated : NAMES_BY_PARAM.get(translated);
      if (name === undefined) continue;
      const read = readValue(name, value);
      const isRead = read !== undefined && !findAttributeExcess({ ...filter, [name]: read });
      if (isRead) filter[name] = read;
      else unreadable.push(param);
    }
  }
  if (filter.q === undefined) delete filter.similar;
  for (const field of DATE_FIELDS) {
    const [from, to] = [filter[`${field}_from`], filter[`${field}_to`]];
    if (from === undefined || to === undefined || from <= to) continue;
    delete filter[`${field}_to`];
    unreadable.push(`${field}_to`);
  }
  return {
    filter: changeFilter({}, filter as MembersFilter),
    unreadable: [...new Set(unreadable)],
  };
}

export function filterParams(filter: MembersFilter): [string, string][] {
  return Object.entries(filter).map(([name, value]) => {
    const text = Array.isArray(value) ? joinList(value) : String(value);
    return [toParam(name), isAttributeFilter(name) ? markExactValue(name, text) : text];
  });
}
