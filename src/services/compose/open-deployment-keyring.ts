import { keyRecorder } from '#services/platform/audit/record-keys.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Log } from '#services/platform/log.ts';
import { openDatabaseKeyring } from '#services/platform/secrets/database-keys.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** Loaded on demand: the tables of these columns pull in most of the services. */
export async function loadEncryptedColumns() {
  return (await import('./encrypted-columns.ts')).ENCRYPTED_COLUMNS;
}

/**
 * Opens the keys of this deployment.
 *
 * @throws {DataDirectoryError} if the keys are unusable or belong to another database
 */
export function openDeploymentKeyring(
  { dataDirectory }: Pick<Environment, 'dataDirectory'>,
  { db }: Storage,
  log: Log,
): Promise<Keyring> {
  const dependencies = { db, clock: systemClock, log };
  return openDatabaseKeyring(dependencies, dataDirectory, {
    loadColumns: loadEncryptedColumns,
    recorder: keyRecorder,
  });
}
