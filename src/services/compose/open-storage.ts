import type { Storage } from '../platform/database/database.ts';
import { openEmbedded } from '../platform/database/embedded.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import type { Environment } from '../platform/environment.ts';
import type { Log } from '../platform/log.ts';

/**
 * Opens the database that the environment names, migrated.
 * @throws {DataDirectoryError | DatabaseUnavailableError} when it can't be used.
 */
export function openStorage(
  { databaseUrl, dataDirectory }: Pick<Environment, 'databaseUrl' | 'dataDirectory'>,
  log: Log,
): Promise<Storage> {
  return databaseUrl === undefined ? openEmbedded(dataDirectory) : openPostgres(databaseUrl, log);
}
