import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What is stored of a random secret (a token, a key): SHA-256 in base64url. Enough for values with
 * the entropy of a key; passwords take argon2id.
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in a time that tells nothing of where the two differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
