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

type Suite = (test: TestStorage) => void;

/**
 * Describes a suite on PGlite, with an empty database of its own. With PATRON_TEST_ALL=1 it runs on
 * PostgreSQL too.
 */
export function describeStorages(name: string, suite: Suite): void {
  describeEmbedded(name, suite);
  if (process.env.PATRON_TEST_ALL === '1') describePostgres(name, suite);
}

/**
 * Describes a suite on PGlite and, if PATRON_TEST_DATABASE_URL is set, on PostgreSQL: for queries of a
 * store, locks, claims, notifications, migrations and concurrency, where they differ.
 */
export function describeBothStorages(name: string, suite: Suite): void {
  describeEmbedded(name, suite);
  describePostgres(name, suite);
}

function describeEmbedded(name: string, suite: Suite): void {
  describe(`PGlite: ${name}`, () => {
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
}

function describePostgres(name: string, suite: Suite): void {
  describe.skipIf(!postgresUrl)(`PostgreSQL: ${name}`, () => {
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
