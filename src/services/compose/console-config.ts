import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import {
  type AccountType,
  type ConsoleConfig,
  consoleConfigSchema,
} from '#contract/gateway/config.ts';
import {
  type AccountTypes,
  accountTypesForConsole,
} from '#services/advocacy/accounts/account-types.ts';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { GATEWAY_PATH } from '#services/gateway/gateway-addresses.ts';
import { type AdvocacyService, EnvironmentError } from '#services/platform/environment.ts';
import type { SharedDependencies } from './dependencies.ts';
import { ADVOCACY_PATH } from './mount-advocacy.ts';

/**
 * What this deployment's console is told: by a file, or what follows from the environment.
 * @throws {EnvironmentError} when the file is missing or wrong
 */
export function deploymentConsoleConfig(
  { environment, publicUrl }: Pick<SharedDependencies, 'environment' | 'publicUrl'>,
  accountTypes: AccountTypes,
): ConsoleConfig {
  const { consoleConfigFile, advocacy } = environment;
  return consoleConfigFile === undefined
    ? createConsoleConfig(publicUrl, accountTypesForConsole(accountTypes), advocacy)
    : readConsoleConfig(consoleConfigFile);
}

/**
 * What the console is told. Everything is under the public address, but for an advocacy service that
 * is not ours.
 */
export function createConsoleConfig(
  publicUrl: string,
  accountTypes: AccountType[],
  foreign: AdvocacyService | undefined,
): ConsoleConfig {
  const ownUrl = `${publicUrl}${ADVOCACY_PATH}`;
  return {
    advocacy: {
      baseUrl: foreign?.baseUrl ?? ownUrl,
      authorizeUrl: `${foreign?.authUrl ?? ownUrl}/oauth/authorize`,
      tokenUrl: `${foreign?.tokenUrl ?? ownUrl}/oauth/token`,
      // The specification knows no such address, so at another service there may be none.
      ...(foreign ? {} : { revocationUrl: `${ownUrl}/oauth/revoke` }),
      clientId: foreign?.clientId ?? CONSOLE_CLIENT_ID,
      scopes: [...SCOPES],
    },
    loyalty: {
      baseUrl: `${publicUrl}${GATEWAY_PATH}/teams/{team_id}/loyalty/v2`,
      access: 'gateway',
    },
    inbox: { baseUrl: `${publicUrl}${GATEWAY_PATH}` },
    accountTypes,
  };
}

/**
 * The configuration that a deployment gives its console in a JSON file, in place of our own.
 * @throws {EnvironmentError} when the file is missing or wrong
 */
export function readConsoleConfig(path: string): ConsoleConfig {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'can not be read';
    throw new EnvironmentError(`PATRON_CONSOLE_CONFIG: ${path} ${reason}`);
  }
  const result = z.safeParse(consoleConfigSchema, document);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join('.') || 'the document';
  throw new EnvironmentError(
    `PATRON_CONSOLE_CONFIG: ${path} is wrong at ${place}; an example is what /config.json answers without it`,
  );
}
