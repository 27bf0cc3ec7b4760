import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** argon2id (a const enum of the library, which type stripping can't read) by OWASP's parameters. */
const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The longest password that is looked at, in characters. */
export const PASSWORD_MAX_LENGTH = 1024;

/** Hashes a password with argon2id, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right.
 * @param passwordHash undefined where there is no such person: takes as long, and answers false.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isRight = await verify(passwordHash ?? (await decoy), password).catch(() => false);
  return isRight && passwordHash !== undefined;
}
