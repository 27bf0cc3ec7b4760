import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { tryLockFile } from './file-lock.ts';

/** The data directory can't be used; the message is one line for the operator. */
export class DataDirectoryError extends Error {}

/** Another process has the embedded database open. */
export class DataDirectoryInUseError extends DataDirectoryError {
  readonly directory: string;

  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process; stop it, or set PATRON_DATA_DIR to another directory`,
    );
    this.directory = directory;
  }
}

/**
 * Creates the data directory, and missing ones above it, for their owner alone. Node's `recursive`
 * option is not used: it never returns under /proc, which reports ENOENT for every new directory.
 * @throws the system's error when it can't be created.
 */
export function createDataDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  createDataDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Locks the data directory for this process, creating it if it is missing.
 * @returns a function that unlocks it.
 * @throws {DataDirectoryInUseError} when another process has locked it.
 * @throws {DataDirectoryError} when it can't be written.
 */
export function lockDataDirectory(directory: string): () => void {
  const unlock = tryLock(directory);
  if (!unlock) throw new DataDirectoryInUseError(directory);
  return unlock;
}

function tryLock(directory: string): (() => void) | undefined {
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
