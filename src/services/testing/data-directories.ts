import { cpSync, mkdirSync } from 'node:fs';
import { seedDemo } from '../demo/seed/seed-demo.ts';
import { systemClock } from '../platform/clock.ts';
import type { Storage } from '../platform/database/database.ts';
import { openEmbedded } from '../platform/database/embedded.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { readEnvironment } from '../platform/environment.ts';
import { createEncryption } from '../platform/secrets/encryption.ts';
import { openKeyring } from '../platform/secrets/open-keyring.ts';
import { makeOnce } from '../platform/testing/make-once.ts';
import { silentLog } from '../platform/testing/silent-log.ts';
import { copyTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { temporaryDirectory } from './temporary-directory.ts';

// A first start takes several times as long as any later one. Tests of something else begin where
// it ended, with a copy of what the run has made once.

/** A data directory whose embedded database is migrated and empty. */
export function migratedDirectory(): Promise<string> {
  return copyDirectory('migrated', async (directory) => {
    const storage = await openEmbedded(directory);
    await storage.close();
  });
}

/** A data directory whose embedded database holds the demo's data. */
export function demoDirectory(): Promise<string> {
  return copyDirectory('demo', async (directory) => {
    await seed(directory, await openEmbedded(directory));
  });
}

/** A PostgreSQL database that holds the demo's data, and the data directory with its keys. */
export async function createDemoDatabase(): Promise<TestDatabase & { directory: string }> {
  const keys = await makeOnce('demo-keys', async (directory) => {
    mkdirSync(directory);
    await openKeyring(directory);
  });
  const database = await copyTestDatabase('demo', async (url) => {
    await seed(keys, await openPostgres(url, silentLog));
  });
  return { ...database, directory: copyOf(keys) };
}

async function seed(directory: string, storage: Storage): Promise<void> {
  const keyring = await openKeyring(directory);
  const publicUrl = 'http://localhost:4180';
  try {
    await seedDemo({
      environment: readEnvironment({}),
      storage,
      clock: systemClock,
      log: silentLog,
      keyring,
      encryption: createEncryption(keyring),
      publicUrl,
      ownUrl: publicUrl,
    });
  } finally {
    await storage.close();
  }
}

async function copyDirectory(
  name: string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  return copyOf(await makeOnce(name, make));
}

function copyOf(directory: string): string {
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
}
