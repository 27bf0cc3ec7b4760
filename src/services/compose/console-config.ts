import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { AccountType, ConsoleConfig } from '#contract/console/config.ts';
import { CONSOLE_CLIENT_ID } from '../advocacy/oauth/console-client.ts';

/** What the console is told where this deployment serves everything under one address. */
export function createConsoleConfig(publicUrl: string, accountTypes: AccountType[]): ConsoleConfig {
  const baseUrl = `${publicUrl}/api/advocacy`;
  return {
    advocacy: {
      baseUrl,
      authorizeUrl: `${baseUrl}/oauth/authorize`,
      tokenUrl: `${baseUrl}/oauth/token`,
      revocationUrl: `${baseUrl}/oauth/revoke`,
      clientId: CONSOLE_CLIENT_ID,
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
