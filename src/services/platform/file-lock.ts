import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code when another connection holds the lock. */
const SQLITE_BUSY = 5;

/**
 * Tries to lock a file, which is created if it is missing.
 *
 * An open SQLite transaction holds the operating system's lock, so it ends with the process, even
 * after a crash: no stale lock is ever left behind.
 *
 * @returns a function that unlocks it, or undefined when another process holds the lock.
 * @throws when the file can't be written.
 */
export function tryLockFile(path: string): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  const locked = database;
  return () => locked.close();
}
