import * as z from 'zod/mini';
import { pageSearchFields, searchTextField } from '#console/api/lists/page-search-fields.ts';
import { accountTypeLabel } from '#console/shared/accounts/account-name.ts';
import { ACCOUNT_SORT_KEYS } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { capabilityLabel } from './account-type.ts';

const SORTS: readonly string[] = ACCOUNT_SORT_KEYS.flatMap((key) => [key, `-${key}`]);

export const accountsSearchSchema = z.object({
  ...pageSearchFields,
  sort: z.catch(z.string().check(z.refine((sort) => SORTS.includes(sort))), '-id'),
  /** Free text over name, handle, site and network; in the browser, over all accounts. */
  q: searchTextField,
  show: z.catch(z.optional(z.enum(['attention', 'unused', 'ok', 'soon', 'expired'])), undefined),
  type: searchTextField,
  name: searchTextField,
  username: searchTextField,
  external_id: searchTextField,
  site: searchTextField,
  capabilities: searchTextField,
});
export type AccountsSearch = z.output<typeof accountsSearchSchema>;

/** Whether a search needs all accounts: the service has no free text and no views. */
export function isFilteredInBrowser({ q, show }: Pick<AccountsSearch, 'q' | 'show'>): boolean {
  return q !== undefined || show !== undefined;
}

/** The orders of the column "Connected" on a phone. IDs grow, so `-id` is the service's default (decisions.md, 4). */
export const OTHER_SORTS = [
  { sort: '-id', label: 'Newest first' },
  { sort: 'id', label: 'Oldest first' },
] as const;

/** The views of the list. The first two are always shown above the table, the others only while selected. */
export const VIEW_LABELS = {
  attention: 'Needs attention',
  unused: 'Unused',
  ok: 'OK',
  soon: 'Expiring soon',
  expired: 'Expired',
} as const;
export type AccountsView = keyof typeof VIEW_LABELS;

export const ACCOUNT_FILTER_LABELS = {
  type: 'Network',
  name: 'Name',
  username: 'Username',
  external_id: 'External ID',
  site: 'Site',
  capabilities: 'Capabilities',
} as const;
export type AccountFilter = keyof typeof ACCOUNT_FILTER_LABELS;

/** In display order. */
export const ACCOUNT_FILTERS = Object.keys(ACCOUNT_FILTER_LABELS) as AccountFilter[];

/** Splits a filter at commas, which mean any of the values (decisions.md, 4). */
export function filterValues(value: string | undefined): string[] {
  const values = value?.split(',').map((item) => item.trim()) ?? [];
  return [...new Set(values.filter((item) => item !== ''))];
}

/** Joins values for the URL; undefined for no values. */
export function joinFilterValues(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

/** Formats a filter: "Shop" or "any of Shop, Store"; undefined if it is not set. */
export function formatFilter(
  value: string | undefined,
  label: (value: string) => string = (item) => item,
): string | undefined {
  const values = filterValues(value).map(label);
  if (values.length === 0) return undefined;
  return values.length === 1 ? values[0] : `any of ${values.join(', ')}`;
}

export function filterValueLabel(
  accountTypes: readonly AccountType[],
  filter: AccountFilter,
  value: string,
): string {
  if (filter === 'type') return accountTypeLabel(accountTypes, value);
  return filter === 'capabilities' ? capabilityLabel(value) : value;
}

/** Clears all filters and returns to the first page. */
export const NO_FILTERS = {
  page: 1,
  q: undefined,
  show: undefined,
  ...Object.fromEntries(ACCOUNT_FILTERS.map((name) => [name, undefined])),
} as Partial<AccountsSearch>;

/** Describes the active filters: "Type is Shopify". */
export function describeFilters(
  search: AccountsSearch,
  accountTypes: readonly AccountType[],
): string[] {
  const inBrowser = [
    ...(search.q === undefined ? [] : [`Search: “${search.q}”`]),
    ...(search.show === undefined ? [] : [VIEW_LABELS[search.show]]),
  ];
  const inService = ACCOUNT_FILTERS.flatMap((name) => {
    const text = formatFilter(search[name], (value) => filterValueLabel(accountTypes, name, value));
    return text === undefined ? [] : [`${ACCOUNT_FILTER_LABELS[name]} is ${text}`];
  });
  return [...inBrowser, ...inService];
}
