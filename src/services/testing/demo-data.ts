import { mkdirSync } from 'node:fs';
import { seedDemo } from '#services/demo/seed/seed-demo.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { createOnce } from '#services/platform/testing/create-once.ts';
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
