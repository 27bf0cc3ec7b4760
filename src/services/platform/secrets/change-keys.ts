import { DataDirectoryError } from '#services/platform/data-directory.ts';
import { tryLockFile } from '#services/platform/file-lock.ts';
import { type Keys, keysPath, replaceKeys } from './keys-file.ts';
import { getKeys } from './open-keyring.ts';

/**
 * Replaces a data directory's keys with the result of `change`. Only one change can run at a time.
 * @returns the outcome of `change`
 * @throws {DataDirectoryError} when there are no keys, or they can't be read or written or are already
 *   being changed
 */
export async function changeKeys<Outcome>(
  directory: string,
  change: (keys: Keys) => Promise<{ keys: Keys; outcome: Outcome }>,
): Promise<Outcome> {
  // A directory without keys gets no lock file.
  getKeys(directory);
  const path = keysPath(directory);
  const unlock = tryLockFile(`${path}.lock`);
  if (!unlock) throw new DataDirectoryError(`The keys in ${path} are already being changed`);
  try {
    const { keys, outcome } = await change(getKeys(directory));
    replaceKeys(path, keys);
    return outcome;
  } finally {
    unlock();
  }
}
