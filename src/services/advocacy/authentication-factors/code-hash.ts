import { createHmac } from 'node:crypto';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/**
 * Hashes of codes that people type. They are short, so the hash is keyed: whoever only has the
 * database can't find a code by trying all of them.
 */
export interface CodeHash {
  /** What is stored of the factor's code. */
  of(factorId: number, code: string): string;
  /** What may be stored of it, under the newest key and those before it. */
  candidates(factorId: number, code: string): string[];
}

/** Hashes under the keyring's keys as they are now. */
export function createCodeHash({ codes }: Pick<Keyring, 'codes'>): CodeHash {
  const keys = codes.map((key) => Buffer.from(key, 'base64url'));
  const candidates = (factorId: number, code: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${factorId}:${code}`).digest('base64url'));
  return {
    of: (factorId, code) => candidates(factorId, code)[0] as string,
    candidates,
  };
}
