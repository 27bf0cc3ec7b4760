import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates the data directory, and those above it, where they are missing; nobody else may look
 * into them. Node's own `recursive` is not used: it never ends under /proc, which takes no
 * directories and says so by ENOENT.
 * @throws the system's error when it can't be made.
 */
export function createDataDirectory(directory: string): void {
  const path = resolve(directory);
  if (existsSync(path)) return;
  createDataDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
