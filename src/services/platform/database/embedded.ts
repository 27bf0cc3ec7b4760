import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Storage } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrateEmbedded } from './migrate.ts';
import { SyncedClient } from './synced-client.ts';

/**
 * Opens the embedded database, migrated.
 * @param directory the data directory
 * @throws {DataDirectoryError} when the directory is in use or can't be written.
 */
export async function openEmbedded(directory: string): Promise<Storage> {
  const unlock = lockDirectory(directory);
  try {
    return await migrated(new SyncedClient(join(directory, 'database')), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens an embedded database that is kept in memory and gone with it, migrated (tests).
 * @param dump what it begins as, from PGlite's `dumpDataDir`
 */
export function openInMemory(dump: Blob): Promise<Storage> {
  return migrated(new PGlite({ loadDataDir: dump }), () => undefined);
}

async function migrated(client: PGlite, unlock: () => void): Promise<Storage> {
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
