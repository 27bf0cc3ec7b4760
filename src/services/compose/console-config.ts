import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { AccountType, ConsoleConfig } from '#contract/console/config.ts';
import { CONSOLE_CLIENT_ID } from '../advocacy/oauth/console-client.ts';
import type { AdvocacyService } from '../platform/environment.ts';
import { ADVOCACY_PATH } from './mount-advocacy.ts';

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
      baseUrl: `${publicUrl}/gateway/teams/{team_id}/loyalty/v2`,
      access: 'gateway',
    },
    inbox: { baseUrl: `${publicUrl}/gateway` },
    accountTypes,
  };
}
