import { accountTypeOf, findAccountType } from '#console/shared/accounts/account-name.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { feedCount } from './account-feeds.ts';

/** Why an account can't be reauthorized; undefined if it can. */
export function reauthorizeDisabledReason(
  types: readonly AccountType[],
  account: Account,
): string | undefined {
  const type = findAccountType(types, accountTypeOf(account));
  if (type?.connect !== 'credentials') return undefined;
  const reason = `${type.label} accounts use saved credentials, which can't be replaced.`;
  return feedCount(account) === 0
    ? `${reason} Delete the account and connect it again.`
    : `${reason} Connect the server again with a different username, move the feeds to the new account in the tool where you edit them, then delete the old account.`;
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
