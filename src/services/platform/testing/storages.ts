import { afterAll, beforeAll, describe } from 'vitest';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { silentLog } from './silent-log.ts';
import { createMigratedDatabase, postgresUrl, type TestDatabase } from './test-database.ts';

interface TestStorage {
  /** Only available inside tests and hooks. */
  readonly storage: Storage;
  readonly db: Database;
  /** Also available during collection, for tests of only one kind. */
  readonly kind: Storage['kind'];
  /** The PostgreSQL URL; undefined for the embedded database. */
  readonly url: string | undefined;
}

/**
 * Describes a suite once per database: in-memory PGlite and, if PATRON_TEST_DATABASE_URL is set, a new
 * PostgreSQL database.
 */
export function describeStorages(name: string, suite: (test: TestStorage) => void): void {
  describe(`${name}, on PGlite`, () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await openEmbeddedCopy();
    }, 60_000);
    afterAll(() => storage?.close());
    suite({
      get storage() {
        return storage;
      },
      get db() {
        return storage.db;
      },
      kind: 'embedded',
      url: undefined,
    });
  });

  describe.skipIf(!postgresUrl)(`${name}, on PostgreSQL`, () => {
    let database: TestDatabase;
    let storage: Storage;
    beforeAll(async () => {
      database = await createMigratedDatabase();
      storage = await openPostgres(database.url, silentLog);
    }, 60_000);
    afterAll(async () => {
      await storage?.close();
      await database?.drop();
    });
    suite({
      get storage() {
        return storage;
      },
      get db() {
        return storage.db;
      },
      kind: 'postgres',
      get url() {
        return database.url;
      },
    });
  });
}
