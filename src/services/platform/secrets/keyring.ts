import { generateKeyPair, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Keys } from './keys-file.ts';

/**
 * The keys in use. The first key of each list is for new values, all of them for existing ones. Lists
 * change when keys are rotated, so never store a key: compute from a list with `memoized`.
 */
export interface Keyring {
  /** AES-256 keys in base64url. */
  readonly encryption: Keys['encryption'];
  /**
   * Keys for hashes of codes that users type, in base64url. Each is derived from an encryption key and
   * outlives it, because a hash can't be recomputed without the code.
   */
  readonly codes: readonly string[];
  /** Private ES256 JWKs. */
  readonly signing: Keys['signing'];
  readonly cookies: Keys['cookies'];
  /** The rotations that added encryption keys, newest first, including those that aren't active yet. */
  readonly rotations: readonly KeyRotation[];
}

/** A rotation, recorded in keys.json. */
export interface KeyRotation {
  /** The encryption key that it added. */
  readonly keyId: string;
  /** The operator's user name. */
  readonly rotatedBy: string;
}

const randomKey = (bytes: number) => randomBytes(bytes).toString('base64url');

export async function createKeyring(): Promise<Keyring> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  const encryption = [{ id: randomKey(6), key: randomKey(32) }];
  return {
    encryption,
    codes: encryption.map(codeKeyOf),
    signing: [{ ...jwk, kid: randomKey(6), kty: 'EC', alg: 'ES256', use: 'sig' }],
    cookies: [randomKey(32)],
    rotations: [],
  };
}

/** Derives the key for code hashes from an encryption key, which it doesn't reveal. */
export function codeKeyOf({ key }: Keys['encryption'][number]): string {
  const derivedKey = hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'factor codes', 32);
  return Buffer.from(derivedKey).toString('base64url');
}

/**
 * A value computed from a keyring's list, recomputed only when the list changes.
 * @returns a function that reads the current value
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
