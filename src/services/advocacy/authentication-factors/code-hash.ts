import { createHmac } from 'node:crypto';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/**
 * Keyed hashes of codes. Codes are short, so without the key anyone with the database could find them
 * by trying all.
 */
export interface CodeHash {
  /**
   * Hash to store, under the newest key.
   * @param subject what the code is for, such as the id of a factor
   */
  hash(subject: number | string, code: string): string;
  /** Hashes under all current keys, newest first, to compare with a stored one. */
  candidates(subject: number | string, code: string): string[];
}

export function createCodeHash({ codes }: Pick<Keyring, 'codes'>): CodeHash {
  const keys = codes.map((key) => Buffer.from(key, 'base64url'));
  const candidates = (subject: number | string, code: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${subject}:${code}`).digest('base64url'));
  return {
    hash: (subject, code) => candidates(subject, code)[0] as string,
    candidates,
  };
}
