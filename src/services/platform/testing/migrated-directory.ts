import { cpSync } from 'node:fs';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { createOnce } from './create-once.ts';
import { type AtEnd, temporaryDirectory } from './temporary-directory.ts';

/**
 * A data directory with an empty, migrated embedded database. The first start takes several times as
 * long as later ones, so most tests skip it.
 */
export async function migratedDirectory(): Promise<string> {
  return copyOf(
    await createOnce('migrated', async (directory) => {
      const storage = await openEmbedded(directory);
      await storage.close();
    }),
  );
}

/** A temporary copy of a shared directory. */
export function copyOf(directory: string, atEnd?: AtEnd): string {
  const copy = temporaryDirectory(atEnd);
  cpSync(directory, copy, { recursive: true });
  return copy;
}
