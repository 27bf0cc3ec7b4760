import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';

/** @returns undefined for a type that the deployment doesn't have */
export function findAccountType(
  types: readonly AccountType[],
  type: string | undefined,
): AccountType | undefined {
  return types.find((candidate) => candidate.type === type);
}

/** The name of a type, or the type itself if the deployment doesn't have it. */
export function accountTypeLabel(types: readonly AccountType[], type: string | undefined): string {
  return findAccountType(types, type)?.label ?? type ?? '';
}

/** Why an account can't be reauthorized; undefined if it can. */
export function reauthorizeDisabledReason(
  types: readonly AccountType[],
  account: Account,
): string | undefined {
  const type = findAccountType(types, account.meta?.account_type);
  if (type?.connect !== 'credentials') return undefined;
  return `${type.label} accounts use a saved password. To change it, delete the account and connect it again.`;
}

const CAPABILITY_LABELS: Readonly<Record<string, string>> = {
  ingest: 'Collect',
  compose: 'Publish',
};

/** Capabilities in the specification; services may have others. */
export const KNOWN_CAPABILITIES = Object.keys(CAPABILITY_LABELS);

/** The label of a capability, or the capability itself if it is unknown. */
export function capabilityLabel(capability: string): string {
  return CAPABILITY_LABELS[capability] ?? capability;
}
