import commonPasswords from 'virtual:common-passwords';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import words from '@zxcvbn-ts/language-common/dist/diceware.json.mjs';
import { PASSWORD_MIN_LENGTH } from '#contract/account/password.ts';

/** How hard a password is to guess: 0 is guessed first. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const zxcvbn = new ZxcvbnFactory({ dictionary: { words }, graphs });
const common = new Set(commonPasswords);
const COMMON_WORDS = ['password', 'passwort', 'welcome', 'letmein', 'admin', 'patron', 'loyalty'];

/** Matching takes more than proportionally longer for a longer password. */
const MAX_LENGTH = 100;

/**
 * Never above 2 for a password that the service rejects.
 * @param email an attacker tries its parts too
 */
export function estimateStrength(password: string, email: string): Strength {
  const text = password.trim();
  if (common.has(text.toLowerCase())) return 0;
  const tried = [...COMMON_WORDS, email, ...email.split(/[@.]/)];
  const { score } = zxcvbn.check(text.slice(0, MAX_LENGTH), tried);
  // Spaces around a common password don't make it a better one.
  return Math.min(score, [...text].length < PASSWORD_MIN_LENGTH ? 2 : 4) as Strength;
}
