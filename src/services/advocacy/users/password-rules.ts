import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/account/password.ts';
import { normalizePassword } from '#services/platform/secrets/password.ts';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The list is large, so it is loaded when the first password is set. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Why a password can't be set (decisions.md, 48), for its owner to read.
 * @returns undefined if it can
 */
export async function findPasswordError(typed: string, email: string): Promise<string | undefined> {
  const password = normalizePassword(typed);
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    return `Use ${PASSWORD_MIN_LENGTH} characters or more.`;
  }
  if (typed.length > PASSWORD_MAX_LENGTH) {
    return `Use ${PASSWORD_MAX_LENGTH} characters or fewer.`;
  }
  const normalized = password.trim().toLowerCase();
  if (normalized === email.toLowerCase()) return "Don't use your email address.";
  commonPasswords ??= loadCommonPasswords();
  if ((await commonPasswords).has(normalized)) {
    return 'This password is too common. Choose one that is harder to guess.';
  }
  return undefined;
}
