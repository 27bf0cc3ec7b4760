import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { migrateEmbedded } from '#services/platform/database/migrate.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import { EmbeddedClient, SyncedClient } from './embedded-client.ts';

interface Options {
  /** Bytes available on the disk; by default as the system says. */
  readFreeBytes?: () => number;
}

/**
 * Opens the embedded database and migrates it.
 * @param directory the data directory
 * @throws {DataDirectoryError} when the directory is in use or can't be written.
 */
export async function openEmbedded(directory: string, options: Options = {}): Promise<Storage> {
  const unlock = lockDataDirectory(directory);
  try {
    const database = join(directory, 'database');
    makePrivate(database);
    const guard = createDiskGuard(database, options.readFreeBytes);
    return await openMigrated(new SyncedClient(database, guard), unlock, guard);
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
  return openMigrated(new EmbeddedClient({ loadDataDir: dump }), () => undefined);
}

/**
 * A GIN index collects new entries in a list that every search reads from end to end, up to 4 MB of them:
 * autovacuum would empty it, but the embedded database has none. A short list is merged by the statement
 * that fills it.
 */
const PENDING_LIST_LIMIT = '64kB';

/** PGlite creates files that all users may write, so only the owner may enter their directory. */
function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

async function openMigrated(
  client: EmbeddedClient,
  unlock: () => void,
  guard?: DiskGuard,
): Promise<Storage> {
  await client.waitReady;
  await client.exec(`set gin_pending_list_limit = '${PENDING_LIST_LIMIT}'`);
  const db = drizzle({ client });
  await migrateEmbedded(db);
  return {
    kind: 'embedded',
    db: db as unknown as Database,
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    ping: async () => {
      guard?.requireSpace();
      await client.query('select 1');
    },
    close: async () => {
      await client.close();
      unlock();
    },
  };
}
