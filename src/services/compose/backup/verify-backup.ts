import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadEncryptedColumns,
  openDeploymentKeyring,
} from '#services/compose/open-deployment-keyring.ts';
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
 * @throws {OperatorError | DataDirectoryError} naming the first difference
 */
export async function verifyBackup(
  folder: string,
  { log, onProgress }: { log: Log; onProgress: OnProgress },
): Promise<{ manifest: Manifest; decrypted: number }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'patron-backup-'));
  try {
    const manifest = await restoreBackup(folder, { dataDirectory }, onProgress);
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
      return { manifest, decrypted };
    } finally {
      await storage.close();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
