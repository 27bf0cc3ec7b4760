import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Storage } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrateEmbedded } from './migrate.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

/**
 * Opens the embedded database, migrated.
 * @param directory the data directory; undefined keeps everything in memory (tests).
 * @throws {DataDirectoryError} when the directory is in use or can't be written.
 */
export async function openEmbedded(directory: string | undefined): Promise<Storage> {
  const unlock = directory === undefined ? () => {} : lockDirectory(directory);
  try {
    const client =
      directory === undefined
        ? new PGlite()
        : new PGlite({ fs: new SyncedFilesystem(join(directory, 'database')) });
    await client.waitReady;
    const db = drizzle({ client });
    await migrateEmbedded(db);
    return embeddedStorage(client, db as unknown as Database, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function embeddedStorage(client: PGlite, db: Database, unlock: () => void): Storage {
  return {
    kind: 'embedded',
    db,
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
