import { addSeconds, type Clock, DAY_SECONDS, systemClock } from '#services/platform/clock.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { changeKeys } from './change-keys.ts';
import { codeKeyOf } from './keyring.ts';
import { type Keys, keysPath } from './keys-file.ts';
import { withoutRetired } from './keys-in-use.ts';

interface Options {
  countEncryptedWith(keyIds: readonly string[]): Promise<number>;
  /** Removes the keys from those that the database needs. */
  unregister(keyIds: readonly string[]): Promise<void>;
  clock?: Clock;
}

/**
 * Removes encryption keys from a data directory's file, even while processes are running: those whose
 * successor took effect at least a day ago, so that no open transaction or slow clock still uses them.
 * The keys for code hashes stay.
 * @returns the number of retired keys, and of replaced ones whose day isn't over yet
 * @throws {OperatorError} when a stored value still needs one of them, or the database is a different one
 * @throws {DataDirectoryError} when the keys can't be read or written, or are already being changed
 */
export async function retireKeys(
  directory: string,
  { countEncryptedWith, unregister, clock = systemClock }: Options,
): Promise<{ retired: number; waiting: number }> {
  return changeKeys(directory, async (before) => {
    const now = clock.now();
    const replaced = (moment: Date) => before.encryption.slice(countKept(before, moment));
    const unused = replaced(addSeconds(now, -DAY_SECONDS));
    if (unused.length > 0) {
      await requireUnused(before, unused, keysPath(directory), countEncryptedWith);
      // First: a file with more keys than the database needs is valid, one with fewer is not.
      await unregister(unused.map(({ id }) => id));
    }
    const retired = unused.map((key) => ({ id: key.id, codes: codeKeyOf(key) }));
    const keys = {
      ...withoutRetired(before, now),
      encryption: before.encryption.filter((key) => !unused.includes(key)),
      retired: [...retired, ...before.retired],
    };
    const outcome = { retired: unused.length, waiting: replaced(now).length - unused.length };
    return { keys, outcome };
  });
}

/**
 * @throws {OperatorError} when a value needs one of the keys, or none needs the remaining ones: then the
 *   database is empty or another deployment's, and proves nothing.
 */
async function requireUnused(
  { encryption }: Keys,
  unused: Keys['encryption'],
  path: string,
  countEncryptedWith: Options['countEncryptedWith'],
): Promise<void> {
  const idsOf = (keys: Keys['encryption']) => keys.map(({ id }) => id);
  const values = await countEncryptedWith(idsOf(unused));
  if (values > 0) {
    throw new OperatorError(
      `${values} stored values still need older keys; run keys reencrypt first`,
    );
  }
  const kept = encryption.filter((key) => !unused.includes(key));
  if ((await countEncryptedWith(idsOf(kept))) === 0) {
    throw new OperatorError(
      `Nothing in this database is encrypted with the remaining keys; check that it belongs to ${path}`,
    );
  }
}

/** The number of encryption keys that were active or pending at a time; the others were replaced. */
function countKept({ encryption, activeFrom }: Keys, moment: Date): number {
  const newestInUse = activeFrom.findIndex((from) => new Date(from) <= moment);
  return newestInUse === -1 ? encryption.length : newestInUse + 1;
}
