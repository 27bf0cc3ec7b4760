import { join } from 'node:path';
import type { Transaction } from '@electric-sql/pglite';
import { createDiskGuard } from '#services/platform/database/embedded/disk-guard.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openDirectory } from '#services/platform/database/embedded/embedded-client.ts';
import { TEXT_SETTINGS } from './contents.ts';
import { deferChecks } from './target.ts';

/**
 * Creates an embedded database and runs `fill` in a transaction on it.
 * @param directory a data directory without a database, which no other process uses
 * @returns also how many derived figures differed from their rows, and were corrected
 */
export async function fillEmbedded<Result>(
  directory: string,
  fill: (to: Transaction) => Promise<Result>,
): Promise<{ result: Result; corrected: number }> {
  const storage = await openEmbedded(directory);
  await storage.close();
  const database = join(directory, 'database');
  const client = openDirectory(database, { guard: createDiskGuard(database) });
  try {
    const result = await client.transaction(async (to) => {
      await to.exec(TEXT_SETTINGS);
      const finish = await deferChecks(to);
      const filled = await fill(to);
      return { result: filled, corrected: await finish() };
    });
    // Without statistics, the first queries would be planned for empty tables.
    await client.exec('analyze');
    return result;
  } finally {
    await client.close();
  }
}
