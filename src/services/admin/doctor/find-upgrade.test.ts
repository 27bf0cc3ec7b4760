import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createMigratedDatabase,
  createTestDatabase,
  postgresUrl,
} from '#services/platform/testing/test-database.ts';
import { VERSION } from '#services/platform/version.ts';
import { listReleases, restorePostgres } from '#services/process-tests/upgrade/frozen-release.ts';
import { findUpgrade } from './find-upgrade.ts';

describe.skipIf(!postgresUrl)('the upgrade', () => {
  test.each(listReleases())('from $version is announced, and changes nothing', async (release) => {
    const { DATABASE_URL: databaseUrl } = await restorePostgres(release);
    const finding = await findUpgrade({ databaseUrl });
    expect(finding).toMatchObject({ status: 'ok', result: expect.stringContaining(VERSION) });
    expect(await findUpgrade({ databaseUrl })).toEqual(finding);
  });

  test.each([
    ['an empty database', createTestDatabase],
    ['a database of this version', createMigratedDatabase],
  ])('is not announced for %s', async (_what, create) => {
    const { url, drop } = await create();
    onTestFinished(drop);
    expect(await findUpgrade({ databaseUrl: url })).toBeUndefined();
  });

  test('that removes something asks to stop all processes first', async () => {
    const { DATABASE_URL: databaseUrl } = await restorePostgres(listReleases()[0] as never);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    // The migrations since then are pending, and some of them removed what there was.
    await client.query('delete from drizzle.__drizzle_migrations where id > 1');
    await client.end();
    expect(await findUpgrade({ databaseUrl })).toMatchObject({ status: 'warning' });
  });
});
