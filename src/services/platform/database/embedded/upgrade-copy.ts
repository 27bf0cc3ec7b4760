import { constants } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryError } from '#services/platform/data-directory.ts';

/** The database as it was before an upgrade, beside it until the first clean stop. */
const pathIn = (directory: string) => join(directory, 'database-before-upgrade');

/**
 * Copies the database of a data directory. Nothing may write to it in the meantime.
 * @throws {DataDirectoryError} if there is no room for the copy
 */
export async function createUpgradeCopy(directory: string): Promise<void> {
  const unfinished = `${pathIn(directory)}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await cp(join(directory, 'database'), unfinished, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
    await removeUpgradeCopy(directory);
    await rename(unfinished, pathIn(directory));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      `The database in ${directory} can't be copied before its upgrade (${reason}); nothing was changed`,
    );
  }
}

/** Removes the copy; without one nothing happens. */
export async function removeUpgradeCopy(directory: string): Promise<void> {
  await rm(pathIn(directory), { recursive: true, force: true });
}
