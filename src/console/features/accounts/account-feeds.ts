import type { Account } from '#contract/advocacy/accounts.ts';
import type { AnyResource } from '#contract/json-api.ts';

export interface NamedResource {
  readonly id: string;
  readonly name: string;
}

/** The feeds that use an account, by name or else by ID. */
export function accountFeedNames(
  account: Account,
  included: readonly AnyResource[] = [],
): NamedResource[] {
  const { data = [] } = account.relationships?.social_feeds ?? {};
  return data.map(({ type, id }) => ({ id, name: nameOf(included, type, id) ?? `Feed ${id}` }));
}

/** The pages, channels or shops of an account, by name or else by ID. */
export function accountSubaccountNames(
  account: Account,
  included: readonly AnyResource[] = [],
): NamedResource[] {
  const { data = [] } = account.relationships?.subaccounts ?? {};
  return data.map(({ type, id }) => ({
    id,
    name: nameOf(included, type, id) ?? `Subaccount ${id}`,
  }));
}

export function feedCount(account: Account): number {
  const { meta, data = [] } = account.relationships?.social_feeds ?? {};
  return meta?.count ?? data.length;
}

function nameOf(included: readonly AnyResource[], type: string, id: string): string | undefined {
  const found = included.find((resource) => resource.type === type && resource.id === id);
  const name = found?.attributes?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
