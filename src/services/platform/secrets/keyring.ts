import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { Keys } from './keys-file.ts';

/**
 * The keys as they are used now. Of each list the first makes new things, all read what was made
 * before. A list changes when keys are rotated: whoever computes something of it does so by
 * `derived`, and never keeps a key.
 */
export interface Keyring {
  /** AES-256 keys in base64url. */
  readonly encryption: Keys['encryption'];
  /** Private ES256 JWKs. */
  readonly signing: Keys['signing'];
  /** Keys of signed cookies. */
  readonly cookies: Keys['cookies'];
}

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
 * What is computed of a keyring's list, computed again only when the list is another.
 * @returns reads it, as of now.
 */
export function derived<List, Value extends object>(
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
