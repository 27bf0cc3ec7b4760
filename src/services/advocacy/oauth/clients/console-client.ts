import type { Queries } from '#services/platform/database/database.ts';
import { registerClient } from './oauth-clients.ts';

export const CONSOLE_CLIENT_ID = 'patron-console';
export const REFERENCE_CLIENT_ID = 'patron-reference';

/** Whether a client is part of Patron: its tokens may also use the administration APIs (decisions.md, 60). */
export function isFirstPartyClient(id: string): boolean {
  return id === CONSOLE_CLIENT_ID || id === REFERENCE_CLIENT_ID;
}

/**
 * Registers the console as a public client at exactly the URLs it is served from, so that former ones
 * can't receive codes. Runs at every start, because the public URL is configuration.
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

/**
 * Registers the API reference as a public client, so that it can call the API it describes. Runs at every
 * start, like that of the console.
 */
export async function registerReferenceClient(
  db: Queries,
  redirectUris: readonly string[],
): Promise<void> {
  await registerClient(db, {
    id: REFERENCE_CLIENT_ID,
    name: 'the Patron API reference',
    redirectUris,
  });
}
