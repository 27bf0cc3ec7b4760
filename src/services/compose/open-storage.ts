import type { Storage } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Log } from '#services/platform/log.ts';

/**
 * Opens and migrates the configured database.
 *
 * @throws {DataDirectoryError | DatabaseUnavailableError} if it can't be used
 */
export async function openStorage(
  { databaseUrl, dataDirectory }: Pick<Environment, 'databaseUrl' | 'dataDirectory'>,
  log: Log,
  options: { hasTimeLimit?: boolean } = {},
): Promise<Storage> {
  // Each loads a database's driver, which the other doesn't need.
  if (databaseUrl === undefined) {
    const { openEmbedded } = await import('#services/platform/database/embedded/embedded.ts');
    return openEmbedded(dataDirectory, { log });
  }
  const { openPostgres } = await import('#services/platform/database/postgres/postgres.ts');
  return openPostgres(databaseUrl, log, options);
}
