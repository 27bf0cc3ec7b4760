import { eq, type SQL } from 'drizzle-orm';
import type { VerifyAuthenticationFactorAttributes } from '#contract/advocacy/authentication-factors.ts';
import { addSessionWay } from '#services/advocacy/oauth/tokens/sessions.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { invalidAttribute, notFound, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { ensureDefault, findFactor, listUsableFactors } from './authentication-factors.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';
import type { FactorDependencies } from './factor-dependencies.ts';
import { activationEmail, methodName, removalEmail } from './factor-messages.ts';
import { consumeOneTimePassword } from './one-time-password.ts';
import { consumeCode, nextCodeAt, sendCode } from './out-of-band-code.ts';

/**
 * Activates a pending factor with a valid code, which counts as the second step of the caller's session.
 * @throws {JsonApiError} 404 when the factor is not pending, 422 for a wrong or expired code
 */
export async function verifyFactor(
  dependencies: FactorDependencies,
  { userId, sessionId }: { userId: number; sessionId: string },
  factorId: number,
  { challenge, otp_attempt }: VerifyAuthenticationFactorAttributes,
): Promise<AuthenticationFactorRow> {
  const result = await dependencies.db.transaction(async (tx) => {
    const { email } = await lockUser(tx, userId);
    const factor = await findFactor(tx, userId, factorId);
    if (factor?.status !== 'pending') throw notFound();
    const isOneTimePassword = factor.type === 'one_time_password';
    // The other attribute is accepted when the native one is absent (decisions.md, 17).
    const code = (isOneTimePassword ? otp_attempt || challenge : challenge || otp_attempt) ?? '';
    const isValid = isOneTimePassword
      ? await consumeOneTimePassword(tx, dependencies, factor, code)
      : await consumeCode(tx, dependencies, factor, code);
    // Returned, not thrown: the failed attempt must be committed.
    if (!isValid) return { invalid: isOneTimePassword ? 'otp_attempt' : 'challenge' };
    await addSessionWay(tx, sessionId, factor.channel === 'email' ? 'email_code' : 'code');
    return { row: await activate(tx, dependencies, factor, email) };
  });
  if (result.row) return result.row;
  throw invalidAttribute(result.invalid, 'The code is wrong or has expired.');
}

async function activate(
  tx: Queries,
  { messages }: FactorDependencies,
  factor: AuthenticationFactorRow,
  email: string,
): Promise<AuthenticationFactorRow> {
  await tx
    .update(authenticationFactors)
    .set({ status: 'active' })
    .where(eq(authenticationFactors.id, factor.id));
  await ensureDefault(tx, factor.userId);
  await messages.enqueue(tx, { channel: 'email', to: email, ...activationEmail(factor) });
  await recordFactor(tx, 'factor.activate', factor);
  return (await findFactor(tx, factor.userId, factor.id)) ?? factor;
}

/**
 * Deletes a factor. If it was the default, the oldest other usable one becomes the default.
 * @throws {JsonApiError} 404 when it has been deleted
 */
export async function deleteFactor(
  { db, messages }: FactorDependencies,
  userId: number,
  factorId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { email } = await lockUser(tx, userId);
    const factor = await findFactor(tx, userId, factorId);
    if (!factor) throw notFound();
    await tx.delete(authenticationFactors).where(eq(authenticationFactors.id, factorId));
    await ensureDefault(tx, userId);
    await messages.enqueue(tx, { channel: 'email', to: email, ...removalEmail(factor) });
    await recordFactor(tx, 'factor.delete', factor);
  });
}

/**
 * Makes an active factor the one that sign-in asks for first.
 * @throws {JsonApiError} 404 unless it is active, and more than a substitute for others
 */
export async function setDefaultFactor(
  { db }: FactorDependencies,
  userId: number,
  factorId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const usable = await listUsableFactors(tx, userId);
    const factor = usable.find(({ id }) => id === factorId);
    if (!factor) throw notFound();
    if (factor.isDefault) return;
    const update = (isDefault: boolean, condition: SQL) =>
      tx.update(authenticationFactors).set({ isDefault }).where(condition);
    await update(false, eq(authenticationFactors.userId, userId));
    await update(true, eq(authenticationFactors.id, factorId));
    await recordFactor(tx, 'factor.set_default', factor);
  });
}

/** Whether a challenge may be requested: pending and out_of_band (advocacy.md, Rules). */
export function canBeChallenged(factor: AuthenticationFactorRow): boolean {
  return factor.status === 'pending' && factor.type === 'out_of_band';
}

/**
 * Sends a new code to a pending out_of_band factor.
 * @returns the earliest time of the next one
 * @throws {JsonApiError} 404 for any other factor, 429 within 30 seconds of the last code or when too
 *   many were sent today
 */
export async function challengeFactor(
  dependencies: FactorDependencies,
  userId: number,
  factorId: number,
): Promise<Date> {
  return dependencies.db.transaction(async (tx) => {
    const { email } = await lockUser(tx, userId);
    const factor = await findFactor(tx, userId, factorId);
    if (!factor || !canBeChallenged(factor)) throw notFound();
    const now = dependencies.clock.now();
    const waitSeconds = (nextCodeAt(factor, now).getTime() - now.getTime()) / 1000;
    if (waitSeconds > 0) {
      throw tooManyRequests(waitSeconds, 'A code was sent less than 30 seconds ago.');
    }
    await recordFactor(tx, 'factor.challenge', factor);
    return sendCode(tx, dependencies, factor, email);
  });
}

/** A change of a factor is an event of its user's security. */
export function recordFactor(
  tx: Queries,
  action: `factor.${string}`,
  factor: AuthenticationFactorRow,
): Promise<void> {
  const { id, userId } = factor;
  return recordAudit(tx, {
    action,
    subject: { type: 'factor', id, name: methodName(factor) },
    userId,
  });
}
