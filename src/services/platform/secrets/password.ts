import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters. The library's const enum doesn't survive type stripping. */
const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** In one Unicode form: keyboards write an accent as one character or as two (NIST SP 800-63B, 3.1.1.2). */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Hashes a password with argon2id, in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), OPTIONS);
}

/** Stored for a user without a password. Every version rejects it as a hash, unlike null. */
export const NO_PASSWORD = 'none';

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct. Older hashes are of the password as it was typed.
 * @param passwordHash undefined if the user doesn't exist; like without a password, verification takes the same
 *   time and fails
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const hasPassword = passwordHash !== undefined && passwordHash !== NO_PASSWORD;
  const verified = hasPassword ? passwordHash : await decoy;
  for (const form of new Set([normalizePassword(password), password])) {
    const isCorrect = await verify(verified, form).catch(() => false);
    if (isCorrect) return hasPassword;
  }
  return false;
}
