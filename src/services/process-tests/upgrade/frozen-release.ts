import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase } from '#services/platform/testing/test-database.ts';

const folder = fileURLToPath(new URL('../../../../releases', import.meta.url));

/** What `npm run release` kept of a release. */
export interface FrozenRelease {
  version: string;
  commit: string;
  lastMigration: string;
}

/** Lists the releases, oldest first. */
export function listReleases(): FrozenRelease[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'release.json'), 'utf8')))
    .sort((one, other) =>
      one.version.localeCompare(other.version, undefined, { numeric: true }),
    ) as FrozenRelease[];
}

/** Variables for the services over a release's embedded database. */
export async function restoreEmbedded({ version }: FrozenRelease) {
  const directory = temporaryDirectory();
  const dump = new Blob([readFileSync(join(folder, version, 'embedded.tar.gz'))]);
  const client = new PGlite(join(directory, 'database'), { loadDataDir: dump });
  await client.waitReady;
  await client.close();
  cpSync(join(folder, version, 'embedded-keys.json'), join(directory, 'keys.json'));
  return { PATRON_DATA_DIR: directory, PATRON_DEMO: '0' };
}

/** Variables for the services over a release's PostgreSQL database. */
export async function restorePostgres({ version }: FrozenRelease) {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(folder, version, 'postgres.sql.gz'))).toString());
  await client.end();
  const directory = temporaryDirectory();
  cpSync(join(folder, version, 'postgres-keys.json'), join(directory, 'keys.json'));
  return { PATRON_DATA_DIR: directory, DATABASE_URL: url };
}
