import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import { DataDirectoryError } from '../data-directory-error.ts';

const keyringSchema = z.object({
  /** AES-256 keys in base64url; the first encrypts, all decrypt. */
  encryption: z.array(z.object({ id: z.string(), key: z.string() })).check(z.minLength(1)),
  /** Private ES256 JWKs with `kid`; the first signs, all verify. */
  signing: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).check(z.minLength(1)),
  /** Keys of signed cookies; the first signs, all verify. */
  cookies: z.array(z.string()).check(z.minLength(1)),
});

/** The keys made at first start, newest first in each list, so that rotation ends nobody's work. */
export type Keyring = z.output<typeof keyringSchema>;

const randomKey = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A new set of keys. */
export async function createKeyring(): Promise<Keyring> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    encryption: [{ id: randomKey(6), key: randomKey(32) }],
    signing: [{ ...jwk, kid: randomKey(6), kty: 'EC', alg: 'ES256', use: 'sig' }],
    cookies: [randomKey(32)],
  };
}

/**
 * Reads the keys of a data directory, making them where there are none. Several processes may start
 * at once over one directory: the file appears whole and once, and all of them read the same.
 * @throws {DataDirectoryError} when the file can't be read or written.
 */
export async function openKeyring(directory: string): Promise<Keyring> {
  const path = join(directory, 'keys.json');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const existing = readKeyring(path);
    if (existing) return existing;
    await writeKeyring(path);
    return readKeyring(path) as Keyring;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new DataDirectoryError(
      `The keys in ${path} can't be used (${error.message.split('\n')[0]}); make PATRON_DATA_DIR readable and writable`,
    );
  }
}

function readKeyring(path: string): Keyring | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return z.parse(keyringSchema, JSON.parse(text));
}

async function writeKeyring(path: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(await createKeyring(), null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was first; its keys are the ones to use.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
