import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { migrateEmbedded } from '#services/platform/database/migrate.ts';
import { createDiskGuard, type DiskGuard, isWrite } from './disk-guard.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

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
  return openMigrated(new PGlite({ loadDataDir: dump }), () => undefined);
}

/** PGlite creates files that all users may write, so only the owner may enter their directory. */
function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

async function openMigrated(
  client: PGlite,
  unlock: () => void,
  guard?: DiskGuard,
): Promise<Storage> {
  await client.waitReady;
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

/**
 * PGlite over a directory, with every commit on disk before its promise resolves. Writes are rejected
 * while the disk is nearly full.
 */
class SyncedClient extends PGlite {
  readonly #filesystem: SyncedFilesystem;
  readonly #guard: DiskGuard;

  constructor(directory: string, guard: DiskGuard) {
    const filesystem = new SyncedFilesystem(directory);
    super({ fs: filesystem });
    this.#filesystem = filesystem;
    this.#guard = guard;
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>): Promise<Results<Row>> {
    if (isWrite(parameters[0])) this.#guard.requireSpace();
    return super.query<Row>(...parameters);
  }

  /** PGlite doesn't sync inside transactions, not even on COMMIT. */
  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#guard.requireSpace();
    const result = await super.transaction(work);
    await this.#filesystem.syncToFs();
    return result;
  }
}
