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

/**
 * Measures on PGlite, and on a new database if a PostgreSQL server is configured.
 *
 * @param measure gets the URL of the database; undefined for PGlite
 */
export async function onEachDatabase<Result>(
  measure: (name: string, url: string | undefined) => Promise<Result[]>,
): Promise<Result[]> {
  const results = only === 'PostgreSQL' ? [] : await measure('PGlite', undefined);
  if (only === 'PGlite') return results;
  return [...results, ...(await withDatabase((url) => measure('PostgreSQL', url)))];
}

/** Measures on an empty, migrated PGlite and, if a server is configured, on PostgreSQL. */
export function onEachStorage<Result>(
  measure: (name: string, storage: Storage) => Promise<Result[]>,
): Promise<Result[]> {
  return onEachDatabase((name, url) =>
    url === undefined ? onEmbedded(measure) : onPostgres(url, (storage) => measure(name, storage)),
  );
}

async function onPostgres<Result>(
  url: string,
  measure: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const postgres = await openPostgres(url, silentLog, { hasTimeLimit: false });
  try {
    return await measure(postgres);
  } finally {
    await postgres.close();
  }
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
