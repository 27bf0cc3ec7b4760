import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock that is a file, made where it is missing.
 *
 * The lock is the operating system's, held by an open SQLite transaction: it ends with the process,
 * however that dies, so nothing stale is ever left behind.
 *
 * @returns a function that gives it back, or undefined when another process has it.
 * @throws when the file can't be written.
 */
export function tryLockFile(path: string): (() => void) | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (error instanceof Error && error.message === 'database is locked') return undefined;
    throw error;
  }
  const held = lock;
  return () => held.close();
}
