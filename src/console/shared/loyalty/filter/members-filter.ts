import type { DirectoryFilter, FilterInput } from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';

export const DATE_FIELDS = ['enrolled', 'changed', 'last_purchase', 'first_purchase'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

/**
 * The filters of a list of members: those of the directory (decisions.md, 61), and `<date>_last`, a number of
 * days until today, with which a link or a saved view stays current.
 */
export type MembersFilter = DirectoryFilter & {
  [Name in `${DateField}_last`]?: number | undefined;
};

export const RECENT_DAYS_MAX = 3_650;

/** The filters as of now, in UTC like the API. Recent days include the whole first one. */
export function toDirectoryFilter(filter: MembersFilter, now = new Date()): DirectoryFilter {
  const fixed = { ...filter };
  for (const field of DATE_FIELDS) {
    const days = fixed[`${field}_last`];
    if (days === undefined) continue;
    delete fixed[`${field}_last`];
    const first = new Date(now);
    first.setUTCDate(first.getUTCDate() - days);
    fixed[`${field}_from`] = first.toISOString().slice(0, 10);
  }
  return fixed;
}

/** Changes filters: undefined and empty ones are removed. In one order, so that equal filters make equal URLs. */
export function changeFilter(filter: MembersFilter, changes: MembersFilter): MembersFilter {
  const entries = Object.entries({ ...filter, ...changes })
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries) as MembersFilter;
}

/** The query parameters of the directory for filters. */
export function filterQuery(filter: MembersFilter): FilterInput {
  return Object.fromEntries(
    Object.entries(toDirectoryFilter(filter)).map(([name, value]) => [
      name,
      Array.isArray(value) ? joinList(value) : value,
    ]),
  ) as FilterInput;
}
