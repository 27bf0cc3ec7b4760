import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { migratePostgres } from './migrate.ts';

describeBothStorages('the migrations', (context) => {
  test('are applied when the database is opened', async () => {
    const { rows } = await context.db.execute(sql`select count(*) as users from users`);
    expect(Number(rows[0]?.users)).toBe(0);
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
