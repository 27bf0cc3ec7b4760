import { statSync } from 'node:fs';
import { type Clock, systemClock } from '#services/platform/clock.ts';
import { createDataDirectory, DataDirectoryError } from '#services/platform/data-directory.ts';
import type { Log } from '#services/platform/log.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { createKeysFile, type Keys, keysPath, readKeys } from './keys-file.ts';
import { keysInUse } from './keys-in-use.ts';

/** How often a process checks for a rotation; well below the delay until that takes effect. */
const RELOAD_INTERVAL_MS = 5_000;

interface Options {
  clock?: Clock;
  /** Reports when the file becomes unreadable; the keys in memory stay in use. */
  log?: Log;
}

/**
 * Opens the keys of a data directory, creating them if there are none. Several processes may start at
 * the same time: the file is created atomically, so all of them get the same keys. A rotation by
 * another process is noticed within seconds.
 * @throws {DataDirectoryError} when the file can't be read or written.
 */
export async function openKeyring(
  directory: string,
  { clock = systemClock, log }: Options = {},
): Promise<Keyring> {
  const path = keysPath(directory);
  return new FileKeyring(path, await readOrCreateKeys(directory), clock, log);
}

/**
 * Reads the keys of a data directory.
 * @throws {DataDirectoryError} when there are none, or the file can't be read.
 */
export function getKeys(directory: string): Keys {
  const path = keysPath(directory);
  const keys = reportUnusable(path, () => readKeys(path));
  if (keys) return keys;
  throw new DataDirectoryError(
    `There is no ${path}; set PATRON_DATA_DIR to the directory with the keys, which the first start creates`,
  );
}

async function readOrCreateKeys(directory: string): Promise<Keys> {
  const path = keysPath(directory);
  const existing = reportUnusable(path, () => {
    createDataDirectory(directory);
    return readKeys(path);
  });
  if (existing) return existing;
  const { encryption, signing, cookies } = await createKeyring();
  return reportUnusable(path, () => {
    createKeysFile(path, {
      encryption,
      signing,
      cookies,
      activeFrom: [],
      rotatedBy: [],
      retired: [],
    });
    return readKeys(path) as Keys;
  });
}

/** @throws {DataDirectoryError} with one line, if the operation fails. */
function reportUnusable<Result>(path: string, operation: () => Result): Result {
  try {
    return operation();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new DataDirectoryError(
      `The keys in ${path} can't be used (${error.message.split('\n')[0]}); make PATRON_DATA_DIR readable and writable`,
    );
  }
}

/** The keys of a file, reloaded on access after some time has passed. */
class FileKeyring implements Keyring {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  #keys: Keys;
  #inUse: Keyring;
  #version: string;
  #reloadAt: number;
  #isUnreadable = false;

  constructor(path: string, keys: Keys, clock: Clock, log: Log | undefined) {
    this.#path = path;
    this.#clock = clock;
    this.#log = log;
    this.#keys = keys;
    this.#inUse = keysInUse(keys, clock.now());
    // Always reload the first time: the file may have changed since it was read.
    this.#version = '';
    this.#reloadAt = clock.now().getTime() + RELOAD_INTERVAL_MS;
  }

  get encryption() {
    return this.#current().encryption;
  }

  get codes() {
    return this.#current().codes;
  }

  get signing() {
    return this.#current().signing;
  }

  get cookies() {
    return this.#current().cookies;
  }

  get rotations() {
    return this.#current().rotations;
  }

  #current(): Keyring {
    const now = this.#clock.now();
    if (now.getTime() >= this.#reloadAt) {
      this.#reloadAt = now.getTime() + RELOAD_INTERVAL_MS;
      this.#reloadIfChanged();
      const inUse = keysInUse(this.#keys, now);
      // Keep the same lists while their content is unchanged, for `memoized`.
      if (JSON.stringify(inUse) !== JSON.stringify(this.#inUse)) this.#inUse = inUse;
    }
    return this.#inUse;
  }

  #reloadIfChanged(): void {
    try {
      const { ino, mtimeMs, size } = statSync(this.#path);
      const version = [ino, mtimeMs, size].join();
      if (version === this.#version) return;
      const keys = readKeys(this.#path);
      if (!keys) throw new Error('The file is gone');
      if (!sharesKey(keys, this.#keys))
        throw new Error('The file has the keys of another database');
      this.#keys = keys;
      this.#version = version;
      this.#isUnreadable = false;
    } catch (error) {
      if (!this.#isUnreadable) {
        this.#log?.error({ err: error }, "can't reload the keys; the previous ones stay in use");
      }
      this.#isUnreadable = true;
    }
  }
}

/** Whether one of two files is a later version of the other. */
function sharesKey(one: Keys, other: Keys): boolean {
  const idsOf = ({ encryption, retired }: Keys) => [...encryption, ...retired].map(({ id }) => id);
  const ids = new Set(idsOf(other));
  return idsOf(one).some((id) => ids.has(id));
}
