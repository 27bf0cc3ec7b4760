import {
  type AccountProvider,
  AccountProvidersError,
  readAccountProviders,
} from '#services/advocacy/accounts/account-provider.ts';
import {
  type AccountTypes,
  createAccountTypes,
} from '#services/advocacy/accounts/account-types.ts';
import { EnvironmentError } from '#services/platform/check-variables.ts';

/**
 * The account types of this deployment: the networks listed in a file, and the fallback networks for
 * types that the file doesn't have.
 *
 * @throws {EnvironmentError} if the file is missing or invalid
 */
export function deploymentAccountTypes(
  accountProvidersFile: string | undefined,
  fallbackProviders: readonly AccountProvider[],
): AccountTypes {
  const configured = accountProvidersFile === undefined ? [] : readProviders(accountProvidersFile);
  const types = new Set(configured.map(({ type }) => type));
  return createAccountTypes([
    ...configured,
    ...fallbackProviders.filter(({ type }) => !types.has(type)),
  ]);
}

function readProviders(file: string): AccountProvider[] {
  try {
    return readAccountProviders(file);
  } catch (error) {
    if (!(error instanceof AccountProvidersError)) throw error;
    throw new EnvironmentError(
      `PATRON_ACCOUNT_PROVIDERS: ${error.message}; see docs/decisions/advocacy/account-connection.md`,
    );
  }
}
