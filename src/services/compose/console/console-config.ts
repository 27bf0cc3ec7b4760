import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  type AccountType,
  type ConsoleConfig,
  consoleConfigSchema,
  type DomainRecordTemplate,
} from '#contract/gateway/config.ts';
import { ACCOUNT_PATH } from '#services/advocacy/account/account-routes.ts';
import {
  type AccountTypes,
  accountTypesForConsole,
} from '#services/advocacy/accounts/account-types.ts';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { findRelyingParty } from '#services/advocacy/passkeys/relying-party.ts';
import { PEOPLE_PATH } from '#services/advocacy/people/people-routes.ts';
import type { SharedDependencies } from '#services/compose/dependencies.ts';
import { GATEWAY_PATH } from '#services/gateway/gateway-addresses.ts';
import { EnvironmentError } from '#services/platform/check-variables.ts';
import type { AdvocacyService } from '#services/platform/environment.ts';
import { defaultConsoleScopes } from './console-scopes.ts';

/**
 * The content of `/config.json`: read from a file if one is configured, otherwise derived from the
 * environment.
 *
 * @throws {EnvironmentError} if the file is missing or invalid
 */
export function deploymentConsoleConfig(
  { environment, publicUrl }: Pick<SharedDependencies, 'environment' | 'publicUrl'>,
  accountTypes: AccountTypes,
): ConsoleConfig {
  const { consoleConfigFile, advocacy, advocacyScopes, domainRecords } = environment;
  const { loyaltyUrl, hasLoyalty, directoryPollSeconds, passkeyDomain, oidc } = environment;
  return consoleConfigFile === undefined
    ? createConsoleConfig(publicUrl, {
        accountTypes: advocacy?.accountTypes ?? accountTypesForConsole(accountTypes),
        advocacy,
        scopes: advocacyScopes,
        loyalty: hasLoyalty ? (loyaltyUrl === undefined ? 'own' : 'external') : 'none',
        domainRecords,
        hasDirectory: directoryPollSeconds > 0,
        hasPasskeys: findRelyingParty(publicUrl, passkeyDomain) !== undefined,
        provider: oidc,
      })
    : readConsoleConfig(consoleConfigFile);
}

/** The default configuration: everything is under the public address, except an external advocacy service. */
export function createConsoleConfig(
  publicUrl: string,
  {
    accountTypes = [],
    advocacy: externalAdvocacy,
    scopes = defaultConsoleScopes({ isExternal: externalAdvocacy !== undefined }),
    loyalty = 'own',
    domainRecords = [],
    hasDirectory = false,
    hasPasskeys = false,
    provider,
  }: {
    accountTypes?: AccountType[];
    advocacy?: AdvocacyService | undefined;
    /** The scopes that the console asks for. */
    scopes?: readonly string[] | undefined;
    /** Whose loyalty service the teams' programs are at; `none`: the brand has no program. */
    loyalty?: 'own' | 'external' | 'none';
    domainRecords?: readonly DomainRecordTemplate[];
    hasDirectory?: boolean;
    hasPasskeys?: boolean;
    /** The OpenID provider that people sign in with. */
    provider?: { name: string } | undefined;
  } = {},
): ConsoleConfig {
  const ownUrl = `${publicUrl}${ADVOCACY_PATH}`;
  const gateway = { baseUrl: `${publicUrl}${GATEWAY_PATH}` };
  return {
    advocacy: {
      baseUrl: externalAdvocacy?.baseUrl ?? ownUrl,
      authorizeUrl: externalAdvocacy?.authorizeUrl ?? `${ownUrl}/oauth/authorize`,
      tokenUrl: externalAdvocacy?.tokenUrl ?? `${ownUrl}/oauth/token`,
      ...revocationOf(externalAdvocacy, ownUrl),
      clientId: externalAdvocacy?.clientId ?? CONSOLE_CLIENT_ID,
      scopes: [...scopes],
    },
    ...(loyalty === 'none'
      ? {}
      : {
          loyalty: {
            baseUrl: `${publicUrl}${GATEWAY_PATH}/teams/{team_id}/loyalty/v2`,
            access: 'gateway',
          },
          inbox: gateway,
        }),
    accountTypes,
    extensions: {
      // Only our own loyalty service has it (decisions.md, 56).
      ...(loyalty === 'own' ? { points: gateway, program: gateway } : {}),
      ...(loyalty === 'none' ? {} : { webhook_checks: gateway }),
      // Relative, because frames of other origins are not allowed: development has another origin.
      template_preview: { baseUrl: GATEWAY_PATH },
      reference: { baseUrl: `${publicUrl}/docs` },
      domain_setup: {
        ...(externalAdvocacy ? {} : { baseUrl: ownUrl }),
        records: [...domainRecords],
      },
      ...(externalAdvocacy
        ? {}
        : {
            account: {
              baseUrl: `${ownUrl}${ACCOUNT_PATH}`,
              passkeys: hasPasskeys,
              ...(provider ? { provider: { name: provider.name } } : {}),
              confirm: [
                'password',
                ...(hasPasskeys ? (['passkey'] as const) : []),
                ...(provider ? (['sso'] as const) : []),
              ],
            },
            audit: gateway,
            ...(loyalty === 'none' ? {} : { personal_data: gateway }),
            people: { baseUrl: `${ownUrl}${PEOPLE_PATH}` },
            rules: { baseUrl: `${ownUrl}${PEOPLE_PATH}` },
          }),
      ...(hasDirectory && loyalty !== 'none' ? { directory: gateway, jobs: gateway } : {}),
    },
  };
}

function revocationOf(
  externalAdvocacy: AdvocacyService | undefined,
  ownUrl: string,
): { revocationUrl?: string } {
  if (!externalAdvocacy) return { revocationUrl: `${ownUrl}/oauth/revoke` };
  const { revocationUrl } = externalAdvocacy;
  return revocationUrl === undefined ? {} : { revocationUrl };
}

/** @throws {EnvironmentError} if the file is missing or invalid */
export function readConsoleConfig(file: string): ConsoleConfig {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new EnvironmentError(`PATRON_CONSOLE_CONFIG: ${file} ${reason}`);
  }
  const result = z.safeParse(consoleConfigSchema, document);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join('.') || 'the top level';
  throw new EnvironmentError(
    `PATRON_CONSOLE_CONFIG: ${file} is invalid at ${path}; for an example, open /config.json without this setting`,
  );
}
