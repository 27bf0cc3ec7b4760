import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const keysSchema = z.object({
  encryption: z.array(z.object({ id: z.string(), key: z.string() })).check(z.minLength(1)),
  signing: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).check(z.minLength(1)),
  cookies: z.array(z.string()).check(z.minLength(1)),
  /**
   * When the rotations took or will take effect: the n-th moment is that of the n-th key of each
   * list. The keys of the first start have none.
   */
  activeFrom: z._default(z.array(z.iso.datetime()), []),
  /** What is left of encryption keys that are gone: the keys of the code hashes of their time. */
  retired: z._default(z.array(z.object({ id: z.string(), codes: z.string() })), []),
});

/** All keys of a deployment, newest first in each list. */
export type Keys = z.output<typeof keysSchema>;

/** Where a data directory's keys are. */
export const keysPath = (directory: string) => join(directory, 'keys.json');

/** @returns undefined where there are none. @throws when they can't be read. */
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

/** The runtime's own error repeats some of the text, and the text is secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file is not JSON');
  }
}

/** Writes the first keys; of several processes that do so at once the first one's stay. */
export function createKeysFile(path: string, keys: Keys): void {
  const draft = writeDraft(path, keys);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was first; its keys are the ones to use.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Puts other keys in place of those that are there. Readers see the one file or the other. */
export function replaceKeys(path: string, keys: Keys): void {
  renameSync(writeDraft(path, keys), path);
}

/** Without these keys nothing encrypted can be read again: they are on the disk before they count. */
function writeDraft(path: string, keys: Keys): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}
