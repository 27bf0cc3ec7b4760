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
import { createSendingLimits, INTERVAL_SECONDS } from './sending-limits.ts';

/** decisions.md, 18. */
const CODE_SECONDS = 600;
const MAX_ATTEMPTS = 5;
const DIGITS = 6;

/** The earliest time for another code. */
export function nextCodeAt({ codeSentAt }: AuthenticationFactorRow, now: Date): Date {
  // Codes from the future were sent before the clock was set back.
  return codeSentAt === null || codeSentAt > now ? now : addSeconds(codeSentAt, INTERVAL_SECONDS);
}

/** Whether the last code was accepted, so that no code is outstanding. */
export function isCodeUsed({ codeSentAt, codeHash, codeTries }: AuthenticationFactorRow): boolean {
  return codeSentAt !== null && codeHash === null && codeTries < MAX_ATTEMPTS;
}

/**
 * Sends a new code, which voids the previous one. Requires the user's lock and a check of
 * `nextCodeAt`.
 * @param email the user's address, for the channel email
 * @returns the earliest time of the next code
 * @throws {SendingLimitError} when too many were sent within a day
 */
export async function sendCode(
  tx: Queries,
  { clock, keyring, messages }: FactorDependencies,
  factor: AuthenticationFactorRow,
  email: string,
): Promise<Date> {
  const { id, userId, channel, status } = factor;
  if (channel === null) throw new Error('The factor is not out_of_band');
  const to = factor.externalId ?? email;
  await createSendingLimits(tx, clock).record({
    ...{ userId, channel, to },
    isProven: status === 'active',
  });
  const now = clock.now();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await tx
    .update(authenticationFactors)
    .set({
      codeHash: createCodeHash(keyring).hash(id, code),
      codeSentAt: now,
      codeExpiresAt: addSeconds(now, CODE_SECONDS),
      codeTries: 0,
    })
    .where(eq(authenticationFactors.id, id));
  await messages.enqueue(tx, {
    channel,
    to,
    ...codeMessage(code, channel),
    usefulForSeconds: CODE_SECONDS,
  });
  return addSeconds(now, INTERVAL_SECONDS);
}

/**
 * Accepts the factor's last code, once. The fifth wrong attempt voids it. Requires the user's lock; the
 * caller must commit in both cases, so that the attempt counts.
 */
export async function consumeCode(
  tx: Queries,
  { clock, keyring }: FactorDependencies,
  { id, codeHash, codeExpiresAt, codeTries }: AuthenticationFactorRow,
  code: string,
): Promise<boolean> {
  if (codeHash === null || codeExpiresAt === null || codeExpiresAt <= clock.now()) return false;
  const isValid = createCodeHash(keyring).candidates(id, code).includes(codeHash);
  const attempts = isValid ? codeTries : codeTries + 1;
  const isUsedUp = isValid || attempts >= MAX_ATTEMPTS;
  await tx
    .update(authenticationFactors)
    .set({ codeTries: attempts, ...(isUsedUp ? { codeHash: null } : {}) })
    .where(eq(authenticationFactors.id, id));
  return isValid;
}
