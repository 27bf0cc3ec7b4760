import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters. The library's const enum doesn't survive type stripping. */
const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashes a password with argon2id, in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct.
 * @param passwordHash undefined if the user doesn't exist; verification takes the same time and fails
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isCorrect = await verify(passwordHash ?? (await decoy), password).catch(() => false);
  return isCorrect && passwordHash !== undefined;
}
