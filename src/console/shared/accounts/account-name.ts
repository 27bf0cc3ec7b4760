import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';

/** @returns undefined for a type that the deployment doesn't have */
export function findAccountType(
  types: readonly AccountType[],
  type: string | undefined,
): AccountType | undefined {
  return types.find((candidate) => candidate.type === type);
}

/** An account's type: its own attribute, or else what Patron's service sends (decisions.md, 56). */
export function accountTypeOf({
  attributes,
  meta,
}: Pick<Account, 'attributes' | 'meta'>): string | undefined {
  return attributes.type || meta?.account_type;
}

/** The account's name, or else what identifies it. */
export function accountName({ id, attributes }: Pick<Account, 'id' | 'attributes'>): string {
  return attributes.name || attributes.username || `Account ${id}`;
}

/** The name of a type, or the type itself if the deployment doesn't have it. */
export function accountTypeLabel(types: readonly AccountType[], type: string | undefined): string {
  return findAccountType(types, type)?.label ?? type ?? '';
}

/** What people know the account by: "@northwind", or the address of a shop or server. */
export function accountHandle({ attributes }: Pick<Account, 'attributes'>): string {
  const { site, username = '' } = attributes;
  if (site) return site;
  return username === '' || /[\s@.]{2}|[/:]/.test(username) ? username : `@${username}`;
}

/** An account with its network, because names repeat: "Instagram @northwind". */
export function fullAccountName(
  types: readonly AccountType[],
  account: Pick<Account, 'id' | 'attributes' | 'meta'>,
): string {
  const handle = accountHandle(account) || accountName(account);
  return [accountTypeLabel(types, accountTypeOf(account)), handle].filter(Boolean).join(' ');
}
