import { generateKeyPair, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Keys } from './keys-file.ts';

/**
 * The keys as they are used now. Of each list the first makes new things, all read what was made
 * before. A list changes when keys are rotated: whoever computes something of it does so by
 * `derived`, and never keeps a key.
 */
export interface Keyring {
  /** AES-256 keys in base64url. */
  readonly encryption: Keys['encryption'];
  /**
   * Keys of the hashes of codes that people type, in base64url. Each comes from an encryption key
   * and outlives it: a hash can't be made anew, as the code is not known.
   */
  readonly codes: readonly string[];
  /** Private ES256 JWKs. */
  readonly signing: Keys['signing'];
  /** Keys of signed cookies. */
  readonly cookies: Keys['cookies'];
}

const randomKey = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A new set of keys. */
export async function createKeyring(): Promise<Keyring> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  const encryption = [{ id: randomKey(6), key: randomKey(32) }];
  return {
    encryption,
    codes: encryption.map(codeKeyOf),
    signing: [{ ...jwk, kid: randomKey(6), kty: 'EC', alg: 'ES256', use: 'sig' }],
    cookies: [randomKey(32)],
  };
}

/** The key of code hashes that comes from an encryption key; it tells nothing of that. */
export function codeKeyOf({ key }: Keys['encryption'][number]): string {
  const derivedKey = hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'factor codes', 32);
  return Buffer.from(derivedKey).toString('base64url');
}

/**
 * What is computed of a keyring's list, computed again only when the list is another.
 * @returns reads it, as of now.
 */
export function memoized<List, Value extends object>(
  list: () => List,
  compute: (list: List) => Value,
): () => Value {
  let latest: { list: List; value: Value } | undefined;
  return () => {
    const current = list();
    if (latest?.list !== current) latest = { list: current, value: compute(current) };
    return latest.value;
  };
}
