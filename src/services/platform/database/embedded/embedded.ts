import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { migrateEmbedded, needsUpgrade } from '#services/platform/database/migration/migrate.ts';
import type { Log } from '#services/platform/log.ts';
import { copyTemplate, hasTemplate } from './database-template.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import { EmbeddedClient, openDirectory } from './embedded-client.ts';
import { fitMemory } from './fit-memory.ts';
import { serveSnapshots } from './snapshot.ts';
import { createUpgradeCopy, removeUpgradeCopy } from './upgrade-copy.ts';

interface Options {
  /** Bytes available on the disk; by default as the system says. */
  readFreeBytes?: () => number;
  log?: Log;
  /** By default the process ends. */
  onUnusable?: (error: Error) => void;
}

/**
 * Opens the embedded database and migrates it. Before an upgrade it is copied.
 * @param directory the data directory
 * @throws {DataDirectoryError} when the directory is in use or can't be written
 * @throws {DatabaseUnavailableError} when a newer version of Patron has upgraded it
 */
export async function openEmbedded(directory: string, options: Options = {}): Promise<Storage> {
  const unlock = lockDataDirectory(directory);
  try {
    const database = join(directory, 'database');
    fitMemory(!existsSync(database) && !hasTemplate());
    if (!existsSync(database)) await copyTemplate(database);
    makePrivate(database);
    const guard = createDiskGuard(database, options.readFreeBytes);
    const { log, onUnusable } = options;
    const client = openDirectory(database, { guard, log, onUnusable });
    await client.waitReady;
    if (await needsUpgrade(client)) {
      await client.exec('checkpoint');
      await createUpgradeCopy(directory);
    }
    const storage = await openMigrated(client, guard);
    const stopSnapshots = serveSnapshots(client, directory);
    return {
      ...storage,
      close: async () => {
        await stopSnapshots();
        await storage.close();
        await removeUpgradeCopy(directory);
        unlock();
      },
    };
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
  return openMigrated(new EmbeddedClient({ connect: () => ({ loadDataDir: dump }) }));
}

/** PGlite creates files that all users may write, so only the owner may enter their directory. */
function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

async function openMigrated(client: EmbeddedClient, guard?: DiskGuard): Promise<Storage> {
  await client.waitReady;
  const db = drizzle({ client: client as unknown as PGlite });
  await migrateEmbedded(client);
  return {
    kind: 'embedded',
    db: db as unknown as Database,
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    isHealthy: () => client.isHealthy,
    ping: async () => {
      guard?.requireSpace();
      await client.query('select 1');
    },
    close: () => client.close(),
  };
}
