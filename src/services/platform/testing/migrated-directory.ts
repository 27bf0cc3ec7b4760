import { cpSync } from 'node:fs';
import { openEmbedded } from '#services/platform/database/embedded.ts';
import { createOnce } from './create-once.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/**
 * A data directory whose embedded database is migrated and empty. A first start takes several times
 * as long as any later one, so tests of something else begin where it ended.
 */
export async function migratedDirectory(): Promise<string> {
  return copyOf(
    await createOnce('migrated', async (directory) => {
      const storage = await openEmbedded(directory);
      await storage.close();
    }),
  );
}

/** A copy of a directory that the run has made once. */
export function copyOf(directory: string): string {
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
}
