import { DataDirectoryError } from '#services/platform/data-directory.ts';
import { tryLockFile } from '#services/platform/file-lock.ts';
import { type Keys, keysPath, replaceKeys } from './keys-file.ts';
import { readOrCreateKeys } from './open-keyring.ts';

/**
 * Puts what `change` makes of a data directory's keys in their place. Of several changes at once one
 * is made; the others are refused.
 * @returns the outcome that `change` tells.
 * @throws {DataDirectoryError} when the keys can't be read or written, or are being changed already.
 */
export async function changeKeys<Outcome>(
  directory: string,
  change: (keys: Keys) => Promise<{ keys: Keys; outcome: Outcome }>,
): Promise<Outcome> {
  // Before the lock, which lies beside them.
  await readOrCreateKeys(directory);
  const path = keysPath(directory);
  const unlock = tryLockFile(`${path}.lock`);
  if (!unlock) throw new DataDirectoryError(`The keys in ${path} are being changed already`);
  try {
    const { keys, outcome } = await change(await readOrCreateKeys(directory));
    replaceKeys(path, keys);
    return outcome;
  } finally {
    unlock();
  }
}
