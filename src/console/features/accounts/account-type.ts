import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';

/** What the deployment says of a type; undefined for one that it doesn't know. */
export function findAccountType(
  types: readonly AccountType[],
  type: string | undefined,
): AccountType | undefined {
  return types.find((candidate) => candidate.type === type);
}

/** The name of a type: the deployment's, else the type itself as it came. */
export function accountTypeLabel(types: readonly AccountType[], type: string | undefined): string {
  return findAccountType(types, type)?.label ?? type ?? '';
}

/** Why an account can't be reauthorized at its third party; undefined where it can. */
export function reauthorizeReason(
  types: readonly AccountType[],
  account: Account,
): string | undefined {
  const type = findAccountType(types, account.meta?.account_type);
  if (type?.connect !== 'credentials') return undefined;
  return 'It is connected with credentials, which are no authorization at a network.';
}
