import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import words from '@zxcvbn-ts/language-common/dist/diceware.json.mjs';

/** From 0, the first to be guessed, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4;

// Without the list of common passwords, which is too large to load. The service rejects those.
const zxcvbn = new ZxcvbnFactory({ dictionary: { words }, graphs });
const COMMON = ['password', 'passwort', 'welcome', 'letmein', 'admin', 'patron', 'loyalty'];

/** Matching takes more than proportionally longer for a longer password. */
const MAX_LENGTH = 100;

/** @param email an attacker tries its parts too */
export function estimateStrength(password: string, email: string): Strength {
  const tried = [...COMMON, ...email.split(/[@.]/)];
  return zxcvbn.check(password.slice(0, MAX_LENGTH), tried).score as Strength;
}
