import { addSeconds, type Clock, DAY_SECONDS, systemClock } from '#services/platform/clock.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { changeKeys } from './change-keys.ts';
import { codeKeyOf } from './keyring.ts';
import { type Keys, keysPath } from './keys-file.ts';
import { withoutRetired } from './keys-in-use.ts';

interface Options {
  /** How many stored values are encrypted with the keys of these ids. */
  countEncryptedWith(keyIds: readonly string[]): Promise<number>;
  clock?: Clock;
}

/**
 * Takes encryption keys out of a data directory's file, whether or not processes run over it: those
 * whose successor took effect a day ago or more, so that no transaction and no late clock still
 * writes with them. What hashes of codes need of them stays.
 * @returns how many keys are gone, and how many older ones have to stay until their day is over.
 * @throws {OperatorError} when a stored value still needs one of them, or the database is not theirs.
 * @throws {DataDirectoryError} when the keys can't be read or written, or are being changed.
 */
export async function retireKeys(
  directory: string,
  { countEncryptedWith, clock = systemClock }: Options,
): Promise<{ retired: number; waiting: number }> {
  return changeKeys(directory, async (before) => {
    const now = clock.now();
    const replaced = (moment: Date) => before.encryption.slice(countKept(before, moment));
    const unused = replaced(addSeconds(now, -DAY_SECONDS));
    if (unused.length > 0) {
      await requireUnneeded(before, unused, keysPath(directory), countEncryptedWith);
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
 * @throws {OperatorError} when a value needs one of the keys, or none needs the others: an empty
 *   database, or another deployment's, says nothing of the one that the keys belong to.
 */
async function requireUnneeded(
  { encryption }: Keys,
  unused: Keys['encryption'],
  path: string,
  countEncryptedWith: Options['countEncryptedWith'],
): Promise<void> {
  const idsOf = (keys: Keys['encryption']) => keys.map(({ id }) => id);
  const values = await countEncryptedWith(idsOf(unused));
  if (values > 0) {
    throw new OperatorError(
      `Stored values that only older keys open: ${values}; encrypt them anew first, with keys reencrypt`,
    );
  }
  const kept = encryption.filter((key) => !unused.includes(key));
  if ((await countEncryptedWith(idsOf(kept))) === 0) {
    throw new OperatorError(
      `Nothing in this database is encrypted with the keys that would stay: is it the one that ${path} belongs to?`,
    );
  }
}

/** How many encryption keys were in use or still to come at a moment; the others were replaced. */
function countKept({ encryption, activeFrom }: Keys, moment: Date): number {
  const newestInUse = activeFrom.findIndex((from) => new Date(from) <= moment);
  return newestInUse === -1 ? encryption.length : newestInUse + 1;
}
