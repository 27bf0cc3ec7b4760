import {
  AccountProvidersError,
  readAccountProviders,
} from '../advocacy/accounts/account-provider.ts';
import { type AccountTypes, createAccountTypes } from '../advocacy/accounts/account-types.ts';
import { demoAccountProviders } from '../demo/provider/demo-networks.ts';
import { EnvironmentError } from '../platform/environment.ts';
import type { Foundations } from './foundations.ts';

/**
 * The account types of this deployment: in the demo every network is served by the demo itself;
 * elsewhere a file names them.
 * @throws {EnvironmentError} when the file is missing or wrong
 */
export function deploymentAccountTypes({
  environment: { demo, accountProvidersFile },
  publicUrl,
  ownUrl,
}: Pick<Foundations, 'environment' | 'publicUrl' | 'ownUrl'>): AccountTypes {
  if (demo) return createAccountTypes(demoAccountProviders({ publicUrl, ownUrl }));
  if (accountProvidersFile === undefined) return createAccountTypes([]);
  try {
    return createAccountTypes(readAccountProviders(accountProvidersFile));
  } catch (error) {
    if (!(error instanceof AccountProvidersError)) throw error;
    throw new EnvironmentError(
      `PATRON_ACCOUNT_PROVIDERS: ${error.message}; see docs/decisions/account-connection.md`,
    );
  }
}
