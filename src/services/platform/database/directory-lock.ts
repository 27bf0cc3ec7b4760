import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirectoryError } from '../data-directory-error.ts';

/**
 * Takes the directory for this process alone, creating it where it is missing.
 *
 * The lock is the operating system's, held by an open SQLite transaction: it ends with the process,
 * however that dies, so nothing stale is ever left behind.
 *
 * @returns a function that gives the directory back.
 * @throws {DataDirectoryError} when another process has it, or it can't be written.
 */
export function lockDirectory(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      reason === 'database is locked'
        ? `The data directory ${directory} is in use by another process; stop it, or set PATRON_DATA_DIR to another directory`
        : `The data directory ${directory} can't be written (${reason}); make it writable, or set PATRON_DATA_DIR to another directory`,
    );
  }
  const held = lock;
  return () => held.close();
}
