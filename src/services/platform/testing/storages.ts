import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database, Storage } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { openPostgres } from '../database/postgres.ts';
import { silentLog } from './silent-log.ts';

/** A PostgreSQL server whose role may create databases. Where CI is set it has to be there. */
const postgresUrl = process.env.PATRON_TEST_DATABASE_URL;
if (process.env.CI === 'true' && !postgresUrl) {
  throw new Error('PATRON_TEST_DATABASE_URL: the tests on PostgreSQL have to run in CI');
}

interface TestStorage {
  /** The open store; only inside tests and hooks. */
  readonly storage: Storage;
  readonly db: Database;
  /** The PostgreSQL address, or undefined on the embedded database. */
  readonly url: string | undefined;
}

/**
 * Describes a suite once for each database: PGlite in memory and, where PATRON_TEST_DATABASE_URL
 * names a server, a PostgreSQL database of its own.
 */
export function describeStorages(name: string, suite: (test: TestStorage) => void): void {
  describe(`${name}, on PGlite`, () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await openEmbedded(undefined);
    }, 60_000);
    afterAll(() => storage?.close());
    suite({
      get storage() {
        return storage;
      },
      get db() {
        return storage.db;
      },
      url: undefined,
    });
  });

  describe.skipIf(!postgresUrl)(`${name}, on PostgreSQL`, () => {
    const database = `patron_test_${randomBytes(6).toString('hex')}`;
    const url = new URL(postgresUrl ?? 'postgres://none');
    url.pathname = `/${database}`;
    let storage: Storage;
    beforeAll(async () => {
      await administer(`create database ${escapeIdentifier(database)}`);
      storage = await openPostgres(url.href, silentLog);
    }, 60_000);
    afterAll(async () => {
      await storage?.close();
      await administer(`drop database ${escapeIdentifier(database)} with (force)`);
    });
    suite({
      get storage() {
        return storage;
      },
      get db() {
        return storage.db;
      },
      url: url.href,
    });
  });
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
