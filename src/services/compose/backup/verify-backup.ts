import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadEncryptedColumns,
  openDeploymentKeyring,
} from '#services/compose/open-deployment-keyring.ts';
import { listUnapplied, mergeErasureLists } from '#services/compose/personal-data/erasure-list.ts';
import type { OnProgress } from '#services/platform/database/copy/copy-database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import type { Log } from '#services/platform/log.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { countDecrypted } from '#services/platform/secrets/reencrypt.ts';
import type { Manifest } from './backup-files.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * Restores a backup into a temporary embedded database, compares its rows, opens it with its keys and
 * decrypts all values. The database that it was made of isn't needed.
 * @param erasures the newest list of erasures
 * @returns also how many members a restore would erase again
 * @throws {OperatorError | DataDirectoryError} naming the first difference
 */
export async function verifyBackup(
  folder: string,
  { erasures, log, onProgress }: { erasures: string; log: Log; onProgress: OnProgress },
): Promise<{ manifest: Manifest; decrypted: number; erasedAgain: number }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'patron-backup-'));
  try {
    const { manifest } = await restoreBackup(folder, { dataDirectory }, onProgress);
    mergeErasureLists(erasures, dataDirectory);
    const storage = await openEmbedded(dataDirectory);
    try {
      const keyring = await openDeploymentKeyring({ dataDirectory }, storage, log);
      const columns = await loadEncryptedColumns();
      const { decrypted, unreadable } = await countDecrypted(storage.db, keyring, columns);
      if (unreadable > 0) {
        throw new OperatorError(
          `The backup has values that its keys don't decrypt: ${unreadable}. Create a new one`,
        );
      }
      const unapplied = await listUnapplied(storage.db, dataDirectory);
      return { manifest, decrypted, erasedAgain: unapplied.length };
    } finally {
      await storage.close();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
