import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { withDatabase } from './temporary-database.ts';

/** Measure only this one: `PGlite` or `PostgreSQL`. */
const only = process.env.PATRON_TEST_BENCH_DATABASE;
/** What is measured. */
export const DATABASES = only === undefined ? ['PGlite', 'PostgreSQL'] : [only];

/** Measures on an empty, migrated PGlite and, if a server is configured, on PostgreSQL. */
export async function onEachStorage<Result>(
  measure: (name: string, storage: Storage) => Promise<Result[]>,
): Promise<Result[]> {
  const results = only === 'PostgreSQL' ? [] : await onEmbedded(measure);
  if (only === 'PGlite') return results;
  const onPostgres = await withDatabase(async (url) => {
    const postgres = await openPostgres(url, silentLog, { hasTimeLimit: false });
    try {
      return await measure('PostgreSQL', postgres);
    } finally {
      await postgres.close();
    }
  });
  return [...results, ...onPostgres];
}

async function onEmbedded<Result>(
  measure: (name: string, storage: Storage) => Promise<Result[]>,
): Promise<Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-bench-'));
  const embedded = await openEmbedded(directory);
  try {
    return await measure('PGlite', embedded);
  } finally {
    await embedded.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
