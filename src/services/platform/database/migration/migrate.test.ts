import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  postgresUrl,
} from '#services/platform/testing/test-database.ts';
import { VERSION } from '#services/platform/version.ts';
import { migratePostgres } from './migrate.ts';

describeBothStorages('the migrations', (context) => {
  test('are applied when the database is opened', async () => {
    const { rows } = await context.db.execute(sql`select count(*) as users from users`);
    expect(Number(rows[0]?.users)).toBe(0);
  });
});

/** As a later version does. */
async function upgrade(connection: { query(text: string): Promise<unknown> }): Promise<void> {
  await connection.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 0)",
  );
  await connection.query(
    "insert into installed_versions values ('99.0.0', now() + interval '1 minute')",
  );
}

describe('a database that a later version has upgraded', () => {
  const message = `Patron 99.0.0 has upgraded the database, and this is ${VERSION}; start that version, or restore the backup from before the upgrade`;

  test('is rejected if it is embedded', async () => {
    const directory = await migratedDirectory();
    const client = new PGlite(join(directory, 'database'));
    await upgrade(client);
    await client.close();
    await expect(openEmbedded(directory)).rejects.toThrow(message);
  }, 60_000);

  test.skipIf(!postgresUrl)('is rejected if it is PostgreSQL', async () => {
    const { url, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    const client = new Client({ connectionString: url });
    await client.connect();
    await upgrade(client);
    await client.end();
    await expect(openPostgres(url, silentLog)).rejects.toThrow(message);
  });
});

describe.skipIf(!postgresUrl)('migrations by several processes', () => {
  test('are applied once to an empty database', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)));

    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      'select count(*) > 0 as some, count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations',
    );
    await client.end();
    expect(rows).toEqual([{ some: true, once: true }]);
  }, 60_000);
});
