import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '#services/platform/database/migration/migrate.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { type FrozenRelease, listReleases, restorePostgres } from './frozen-release.ts';

describe.skipIf(!postgresUrl)('migrations beside queries', () => {
  test('let a transaction finish that waits for a table which they have locked', async () => {
    const { DATABASE_URL: url } = await restorePostgres(listReleases()[0] as FrozenRelease);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query('select 1 from directory_states limit 1');
    const migrated = migratePostgres(url);
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select 1 from pg_locks where not granted and relation = 'directory_states'::regclass",
        );
        return rows.length;
      })
      .toBe(1);
    // Locked before the other table.
    await client.query('select 1 from directory_members limit 1');
    await client.query('commit');
    await migrated;
  });

  test('end although transactions never stop that lock the tables in another order', async () => {
    const { DATABASE_URL: url } = await restorePostgres(listReleases()[0] as FrozenRelease);
    let [isStopped, done] = [false, 0];
    const run = async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      while (!isStopped) {
        await client.query('begin');
        await client.query('select 1 from directory_states limit 1');
        // Work between the two locks, so that the transactions overlap.
        await client.query('select pg_sleep(0.05)');
        await client.query('select 1 from directory_members limit 1');
        await client.query('commit');
        done++;
      }
      await client.end();
    };
    const clients = Promise.all(Array.from({ length: 8 }, run));
    await expect.poll(() => done).toBeGreaterThan(8);
    const migrated = migratePostgres(url).finally(() => {
      isStopped = true;
    });
    await expect(migrated).resolves.toBeUndefined();
    await clients;
  });
});
