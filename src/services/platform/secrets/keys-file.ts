import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const keysSchema = z.object({
  encryption: z.array(z.object({ id: z.string(), key: z.string() })).check(z.minLength(1)),
  signing: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).check(z.minLength(1)),
  cookies: z.array(z.string()).check(z.minLength(1)),
  /**
   * When each rotation takes effect: the n-th time belongs to the n-th key of each list. The keys of
   * the first start have none.
   */
  activeFrom: z._default(z.array(z.iso.datetime()), []),
  /** The actors of the rotations, in the order of `activeFrom`; older ones may be missing. */
  rotatedBy: z._default(z.array(z.string()), []),
  /** The remains of retired encryption keys: their keys for code hashes. */
  retired: z._default(z.array(z.object({ id: z.string(), codes: z.string() })), []),
});

/** All keys of a deployment, newest first in each list. */
export type Keys = z.output<typeof keysSchema>;

export const keysPath = (directory: string) => join(directory, 'keys.json');

/** @returns undefined if the file doesn't exist. @throws when it can't be read */
export function readKeys(path: string): Keys | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return z.parse(keysSchema, parseJson(text));
}

/** JSON.parse repeats parts of the text in its error, and the text is secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file is not JSON');
  }
}

/** Writes the first keys, unless another process has already done so. */
export function createKeysFile(path: string, keys: Keys): void {
  const draft = writeDraft(path, keys);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was first; use its keys.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Replaces the keys atomically. */
export function replaceKeys(path: string, keys: Keys): void {
  renameSync(writeDraft(path, keys), path);
}

/** Flushed to disk, because without these keys encrypted values would be lost. */
function writeDraft(path: string, keys: Keys): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}
