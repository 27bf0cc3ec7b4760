import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';
import { createCodeHash } from './code-hash.ts';
import type { FactorDependencies } from './factor-dependencies.ts';
import { codeMessage } from './factor-messages.ts';

/** advocacy.md, Limits. */
const INTERVAL_SECONDS = 30;
/** decisions.md, 18: validity, wrong tries, digits. */
const CODE_SECONDS = 600;
const MAX_ATTEMPTS = 5;
const DIGITS = 6;

/** The earliest time at which the factor may be sent another code. */
export function nextCodeAt({ codeSentAt }: AuthenticationFactorRow, now: Date): Date {
  return codeSentAt === null ? now : addSeconds(codeSentAt, INTERVAL_SECONDS);
}

/** Whether the last code proved what it was sent for, so that none is left that could be entered. */
export function isCodeUsed({ codeSentAt, codeHash, codeTries }: AuthenticationFactorRow): boolean {
  return codeSentAt !== null && codeHash === null && codeTries < MAX_ATTEMPTS;
}

/**
 * Sends a new code, which voids the one before. The caller holds the person's lock and has checked
 * `nextCodeAt`.
 * @param email the person's address, for the channel email.
 * @returns the earliest time of the next one.
 */
export async function sendCode(
  tx: Queries,
  { clock, keyring, messages }: FactorDependencies,
  factor: AuthenticationFactorRow,
  email: string,
): Promise<Date> {
  const { id, channel } = factor;
  if (channel === null) throw new Error('Codes are sent to out_of_band factors only');
  const now = clock.now();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await tx
    .update(authenticationFactors)
    .set({
      codeHash: createCodeHash(keyring).of(id, code),
      codeSentAt: now,
      codeExpiresAt: addSeconds(now, CODE_SECONDS),
      codeTries: 0,
    })
    .where(eq(authenticationFactors.id, id));
  await messages.enqueue(tx, {
    channel,
    to: factor.externalId ?? email,
    ...codeMessage(code, channel),
    usefulForSeconds: CODE_SECONDS,
  });
  return addSeconds(now, INTERVAL_SECONDS);
}

/**
 * Takes a code if it is the factor's last one, which it uses up. A wrong one counts: the fifth voids
 * the code. The caller holds the person's lock and commits whatever the answer is.
 */
export async function consumeCode(
  tx: Queries,
  { clock, keyring }: FactorDependencies,
  { id, codeHash, codeExpiresAt, codeTries }: AuthenticationFactorRow,
  code: string,
): Promise<boolean> {
  if (codeHash === null || codeExpiresAt === null || codeExpiresAt <= clock.now()) return false;
  const isRight = createCodeHash(keyring).candidates(id, code).includes(codeHash);
  const tries = isRight ? codeTries : codeTries + 1;
  const isUsedUp = isRight || tries >= MAX_ATTEMPTS;
  await tx
    .update(authenticationFactors)
    .set({ codeTries: tries, ...(isUsedUp ? { codeHash: null } : {}) })
    .where(eq(authenticationFactors.id, id));
  return isRight;
}
