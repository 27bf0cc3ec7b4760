import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Log } from '#services/platform/log.ts';

/**
 * Opens and migrates the configured database.
 *
 * @throws {DataDirectoryError | DatabaseUnavailableError} if it can't be used
 */
export function openStorage(
  { databaseUrl, dataDirectory }: Pick<Environment, 'databaseUrl' | 'dataDirectory'>,
  log: Log,
  options: { hasTimeLimit?: boolean } = {},
): Promise<Storage> {
  return databaseUrl === undefined
    ? openEmbedded(dataDirectory)
    : openPostgres(databaseUrl, log, options);
}
