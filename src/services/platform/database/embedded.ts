import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import type { Database, Storage } from './database.ts';
import { migrateEmbedded } from './migrate.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

/**
 * Opens the embedded database and migrates it.
 * @param directory the data directory
 * @throws {DataDirectoryError} when the directory is in use or can't be written.
 */
export async function openEmbedded(directory: string): Promise<Storage> {
  const unlock = lockDataDirectory(directory);
  try {
    return await openMigrated(new SyncedClient(join(directory, 'database')), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens a migrated embedded database in memory (tests).
 * @param dump initial content, from PGlite's `dumpDataDir`
 */
export function openInMemory(dump: Blob): Promise<Storage> {
  return openMigrated(new PGlite({ loadDataDir: dump }), () => undefined);
}

async function openMigrated(client: PGlite, unlock: () => void): Promise<Storage> {
  await client.waitReady;
  const db = drizzle({ client });
  await migrateEmbedded(db);
  return {
    kind: 'embedded',
    db: db as unknown as Database,
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    ping: async () => {
      await client.query('select 1');
    },
    close: async () => {
      await client.close();
      unlock();
    },
  };
}

/** PGlite over a directory, with every commit on disk before its promise resolves. */
class SyncedClient extends PGlite {
  readonly #filesystem: SyncedFilesystem;

  constructor(directory: string) {
    const filesystem = new SyncedFilesystem(directory);
    super({ fs: filesystem });
    this.#filesystem = filesystem;
  }

  /** PGlite doesn't sync inside transactions, not even on COMMIT. */
  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const result = await super.transaction(work);
    await this.#filesystem.syncToFs();
    return result;
  }
}
