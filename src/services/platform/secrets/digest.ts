import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The stored form of a random secret such as a token or key: SHA-256 in base64url. That is enough for
 * high-entropy values; passwords use argon2id.
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
