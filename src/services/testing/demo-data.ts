import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { seedDemo } from '#services/demo/seed/seed-demo.ts';
import { startPatron } from '#services/patron.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { createOnce } from '#services/platform/testing/create-once.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { copyOf } from '#services/platform/testing/migrated-directory.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import type { AtEnd } from '#services/platform/testing/temporary-directory.ts';
import { copyTestDatabase, type TestDatabase } from '#services/platform/testing/test-database.ts';

/** A data directory with an embedded database that contains the demo data. */
export async function demoDirectory(atEnd?: AtEnd): Promise<string> {
  return copyOf(
    await createOnce('demo', async (directory) => {
      await seed(directory, await openEmbedded(directory));
    }),
    atEnd,
  );
}

/** A PostgreSQL database that contains the demo data, and the data directory with its keys. */
export async function createDemoDatabase(
  atEnd?: AtEnd,
): Promise<TestDatabase & { directory: string }> {
  const keys = await createOnce('demo-keys', async (directory) => {
    mkdirSync(directory);
    await openKeyring(directory);
  });
  const database = await copyTestDatabase('demo', async (url) => {
    await seed(keys, await openPostgres(url, silentLog));
  });
  return { ...database, directory: copyOf(keys, atEnd) };
}

/**
 * Starts a Patron in this process, until the end of the test, on demo data to which the test adds something first.
 * @returns its address, and what was added
 */
export async function startPreparedDemo<Added>(
  kind: 'PGlite' | 'PostgreSQL',
  prepare: (db: Database) => Promise<Added>,
): Promise<{ url: string; added: Added }> {
  const database = kind === 'PostgreSQL' ? await createDemoDatabase() : undefined;
  onTestFinished(() => database?.drop());
  const PATRON_DATA_DIR = database?.directory ?? (await demoDirectory());
  const storage = database
    ? await openPostgres(database.url, silentLog)
    : await openEmbedded(PATRON_DATA_DIR);
  const added = await prepare(storage.db);
  await storage.close();
  const PORT = String(await findFreePort());
  const address = database ? { DATABASE_URL: database.url, PATRON_DEMO: '1' } : {};
  const environment = readEnvironment({ PATRON_DATA_DIR, PORT, ...address });
  const patron = await startPatron(environment, silentLog);
  // Before the database is dropped: what was registered last runs first.
  onTestFinished(() => patron.stop());
  return { url: patron.url, added };
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
