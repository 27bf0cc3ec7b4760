import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { withDatabase } from './temporary-database.ts';

/** Measures on an empty, migrated PGlite and, if a server is configured, on PostgreSQL. */
export async function onEachStorage<Result>(
  measure: (name: string, storage: Storage) => Promise<Result[]>,
): Promise<Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-bench-'));
  const results: Result[] = [];
  const embedded = await openEmbedded(directory);
  try {
    results.push(...(await measure('PGlite', embedded)));
  } finally {
    await embedded.close();
    rmSync(directory, { recursive: true, force: true });
  }
  const onPostgres = await withDatabase(async (url) => {
    const postgres = await openPostgres(url, silentLog);
    try {
      return await measure('PostgreSQL', postgres);
    } finally {
      await postgres.close();
    }
  });
  return [...results, ...onPostgres];
}
