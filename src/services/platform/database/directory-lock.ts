import { join } from 'node:path';
import { createDataDirectory } from '#services/platform/create-data-directory.ts';
import {
  DataDirectoryError,
  DataDirectoryInUseError,
} from '#services/platform/data-directory-error.ts';
import { tryLockFile } from '#services/platform/file-lock.ts';

/**
 * Takes the directory for this process alone, creating it where it is missing.
 * @returns a function that gives the directory back.
 * @throws {DataDirectoryError} when another process has it, or it can't be written.
 */
export function lockDirectory(directory: string): () => void {
  const unlock = tryToLock(directory);
  if (unlock) return unlock;
  throw new DataDirectoryInUseError(
    `The data directory ${directory} is in use by another process; stop it, or set PATRON_DATA_DIR to another directory`,
  );
}

function tryToLock(directory: string): (() => void) | undefined {
  try {
    createDataDirectory(directory);
    return tryLockFile(join(directory, 'lock'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      `The data directory ${directory} can't be written (${reason}); make it writable, or set PATRON_DATA_DIR to another directory`,
    );
  }
}
