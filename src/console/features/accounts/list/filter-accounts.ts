import { feedCount } from '#console/features/accounts/account-feeds.ts';
import {
  ACCOUNT_FILTERS,
  type AccountFilter,
  type AccountsSearch,
  type AccountsView,
  filterValues,
} from '#console/features/accounts/accounts-search.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { searchItems } from '#console/lib/matches-search.ts';
import { accountExpiry, needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountTypeLabel, accountTypeOf } from '#console/shared/accounts/account-name.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';

export function isInView(account: Account, view: AccountsView, now: Date): boolean {
  if (view === 'unused') return feedCount(account) === 0;
  if (view === 'attention') return needsAttention(account, now);
  if (view === 'ok') return !needsAttention(account, now);
  return accountExpiry(account.attributes.expires_at, now) === view;
}

interface FilterContext {
  readonly now: Date;
  /** For the names of networks. */
  readonly accountTypes: readonly AccountType[];
}

/** Applies a whole search to all accounts, in the order of the search. */
export function filterAccounts(
  accounts: readonly Account[],
  search: AccountsSearch,
  { now, accountTypes }: FilterContext,
): Account[] {
  const { q, show } = search;
  const filtered = accounts.filter(
    (account) =>
      (show === undefined || isInView(account, show, now)) &&
      ACCOUNT_FILTERS.every((name) => matches(account, name, search[name])),
  );
  const textOf = (account: Account) => {
    const { name, username, site } = account.attributes;
    const network = accountTypeLabel(accountTypes, accountTypeOf(account));
    const handle = username && `${username} @${username}`;
    return [name, handle, site, network].filter(Boolean).join(' ');
  };
  const found = q === undefined ? filtered : searchItems(filtered, textOf, q);
  return found.toSorted(compareBy(search.sort));
}

/** As the service filters: exactly, with any of several values. */
function matches(account: Account, name: AccountFilter, value: string | undefined): boolean {
  const values = filterValues(value);
  if (values.length === 0) return true;
  if (name === 'type') return values.includes(accountTypeOf(account) ?? '');
  if (name === 'capabilities') {
    return account.attributes.capabilities.some((capability) => values.includes(capability));
  }
  return values.includes(account.attributes[name] ?? '');
}

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** @param sort a JSON:API sort key, descending with "-" */
function compareBy(sort: string) {
  const isDescending = sort.startsWith('-');
  const key = sort.replace(/^-/, '');
  const sortValue = ({ id, attributes }: Account): string =>
    String(key === 'id' ? id : attributes[key]);
  // As in the service, accounts that never expire come last in both directions.
  const isLast = ({ attributes }: Account) => Number(attributes[key] === null);
  return (a: Account, b: Account): number => {
    const order = collator.compare(sortValue(a), sortValue(b));
    return isLast(a) - isLast(b) || (isDescending ? -order : order) || Number(b.id) - Number(a.id);
  };
}
