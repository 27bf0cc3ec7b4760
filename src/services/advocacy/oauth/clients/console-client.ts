import type { Queries } from '#services/platform/database/database.ts';
import { registerClient } from './oauth-clients.ts';

export const CONSOLE_CLIENT_ID = 'patron-console';

/**
 * Registers the console as a public client of every address that it is served at, and of no other:
 * nobody who gets hold of a former address of it should get codes there. Done at each start, because
 * the public address is configuration and may have changed.
 */
export async function registerConsoleClient(
  db: Queries,
  consoleUrls: readonly string[],
): Promise<void> {
  const origins = consoleUrls.map((url) => new URL(url).origin);
  await registerClient(db, {
    id: CONSOLE_CLIENT_ID,
    name: 'the Patron console',
    redirectUris: origins.map((origin) => `${origin}/auth/callback`),
    corsOrigins: origins,
    connectOrigins: origins,
    connectRedirectUris: origins.map((origin) => `${origin}/connect/callback`),
  });
}
