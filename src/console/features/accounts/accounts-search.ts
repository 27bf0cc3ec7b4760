import * as z from 'zod/mini';
import { pageSearch } from '#console/api/page-search.ts';
import { ACCOUNT_SORT_KEYS } from '#contract/advocacy/accounts.ts';

const SORTS: readonly string[] = ACCOUNT_SORT_KEYS.flatMap((key) => [key, `-${key}`]);

const filter = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);

/** The state of the accounts page in its address. */
export const accountsSearchSchema = z.object({
  ...pageSearch,
  sort: z.catch(z.string().check(z.refine((sort) => SORTS.includes(sort))), '-id'),
  type: filter,
  name: filter,
  username: filter,
  external_id: filter,
  site: filter,
  capabilities: filter,
});
export type AccountsSearch = z.output<typeof accountsSearchSchema>;

/** Orders that are no column's; ids grow, so the first is the service's own (decisions.md, 4). */
export const OTHER_SORTS = [
  { sort: '-id', label: 'Newest first' },
  { sort: 'id', label: 'Oldest first' },
] as const;

/** The filters by the name that the API has for them, with what people call them. */
export const ACCOUNT_FILTER_LABELS = {
  type: 'Type',
  name: 'Name',
  username: 'Username',
  external_id: 'External ID',
  site: 'Site',
  capabilities: 'Capabilities',
} as const;
export type AccountFilter = keyof typeof ACCOUNT_FILTER_LABELS;

/** In the order in which they stand on the page. */
export const ACCOUNT_FILTERS = Object.keys(ACCOUNT_FILTER_LABELS) as AccountFilter[];

/** The values of a filter; a comma means any of them (decisions.md, 4). */
export function filterValues(value: string | undefined): string[] {
  const values = value?.split(',').map((item) => item.trim()) ?? [];
  return [...new Set(values.filter((item) => item !== ''))];
}

/** A filter's value as it stands in the address; undefined for no values. */
export function joinFilterValues(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

/** A filter in words: "Shop", "any of Shop, Store"; undefined where it is not set. */
export function formatFilter(
  value: string | undefined,
  label: (value: string) => string = (item) => item,
): string | undefined {
  const values = filterValues(value).map(label);
  if (values.length === 0) return undefined;
  return values.length === 1 ? values[0] : `any of ${values.join(', ')}`;
}

/** No filters, from the first page. */
export const NO_FILTERS = {
  page: 1,
  ...Object.fromEntries(ACCOUNT_FILTERS.map((name) => [name, undefined])),
} as Partial<AccountsSearch>;

/**
 * The filters in force, in words.
 *
 * @param typeLabel the name of a type of account
 */
export function describeFilters(
  search: AccountsSearch,
  typeLabel: (type: string) => string,
): string[] {
  return ACCOUNT_FILTERS.flatMap((name) => {
    const text = formatFilter(search[name], name === 'type' ? typeLabel : undefined);
    return text === undefined ? [] : [`${ACCOUNT_FILTER_LABELS[name]} is ${text}`];
  });
}
