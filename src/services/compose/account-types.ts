import {
  type AccountProvider,
  AccountProvidersError,
  readAccountProviders,
} from '#services/advocacy/accounts/account-provider.ts';
import {
  type AccountTypes,
  createAccountTypes,
} from '#services/advocacy/accounts/account-types.ts';
import { demoAccountProviders } from '#services/demo/provider/demo-networks.ts';
import { EnvironmentError } from '#services/platform/environment.ts';
import type { SharedDependencies } from './dependencies.ts';

/**
 * The account types of this deployment: the networks that a file names; in the demo also those that
 * the demo itself serves, but for types that the file has.
 * @throws {EnvironmentError} when the file is missing or wrong
 */
export function deploymentAccountTypes({
  environment: { demo, accountProvidersFile },
  publicUrl,
  ownUrl,
}: Pick<SharedDependencies, 'environment' | 'publicUrl' | 'ownUrl'>): AccountTypes {
  const named = accountProvidersFile === undefined ? [] : readNetworks(accountProvidersFile);
  if (!demo) return createAccountTypes(named);
  const namedTypes = new Set(named.map(({ type }) => type));
  const ofDemo = demoAccountProviders({ publicUrl, ownUrl });
  return createAccountTypes([...named, ...ofDemo.filter(({ type }) => !namedTypes.has(type))]);
}

function readNetworks(file: string): AccountProvider[] {
  try {
    return readAccountProviders(file);
  } catch (error) {
    if (!(error instanceof AccountProvidersError)) throw error;
    throw new EnvironmentError(
      `PATRON_ACCOUNT_PROVIDERS: ${error.message}; see docs/decisions/advocacy/account-connection.md`,
    );
  }
}
