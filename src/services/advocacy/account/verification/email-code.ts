import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { EMAIL_CODE_DIGITS } from '#contract/account/verify-email.ts';
import { deleteLinks } from '#services/advocacy/account/one-time-links.ts';
import { createCodeHash } from '#services/advocacy/authentication-factors/code-hash.ts';
import {
  createSendingLimits,
  INTERVAL_SECONDS,
  SendingLimitError,
} from '#services/advocacy/authentication-factors/sending-limits.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { emailCodes } from './email-codes-table.ts';

const CODE_SECONDS = 600;
const MAX_ATTEMPTS = 5;

type EmailCodeDependencies = Pick<ServiceDependencies, 'clock' | 'messages' | 'keyring'>;

/** A code proves this address of this user, and no other. */
const subjectOf = ({ id, email }: UserRow) => `email:${id}:${email}`;

/**
 * Sends a code to the address of a user who has not proven it; the last code ends. Requires the user's lock.
 * @returns the earliest time of the next code
 * @throws {SendingLimitError} within 30 seconds of the last code, and when too many were sent within a day
 */
export async function sendEmailCode(
  tx: Queries,
  { clock, messages, keyring }: EmailCodeDependencies,
  user: UserRow,
): Promise<Date> {
  const { id: userId, email: to } = user;
  const limits = createSendingLimits(tx, clock);
  const sending = { userId, channel: 'email', to } as const;
  await limits.checkInterval(sending);
  await limits.record({ ...sending, isProven: false });
  const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0');
  const values = {
    codeHash: createCodeHash(keyring).hash(subjectOf(user), code),
    expiresAt: addSeconds(clock.now(), CODE_SECONDS),
    attempts: 0,
  };
  await tx
    .insert(emailCodes)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: emailCodes.userId, set: values });
  await messages.enqueue(tx, {
    channel: 'email',
    to,
    subject: 'Verify your email address',
    text:
      `${code} is the code to verify ${to} for a Patron account. Enter it on your Profile page within ` +
      `${CODE_SECONDS / 60} minutes.\n\n` +
      "If you don't have that account, ignore this email and don't share the code with anyone.",
    usefulForSeconds: CODE_SECONDS,
  });
  return addSeconds(clock.now(), INTERVAL_SECONDS);
}

/** Sends a code after a change of the address, unless the limits forbid it: the user can ask for one later. */
export async function sendFirstCode(
  tx: Queries,
  dependencies: EmailCodeDependencies,
  user: UserRow,
): Promise<void> {
  try {
    await sendEmailCode(tx, dependencies, user);
  } catch (error) {
    if (!(error instanceof SendingLimitError)) throw error;
  }
}

/**
 * Proves the user's address with the last code. The fifth wrong attempt voids it. Requires the user's lock; the
 * caller must commit in both cases, so that the attempt counts.
 */
export async function consumeEmailCode(
  tx: Queries,
  { clock, keyring }: EmailCodeDependencies,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const isOfUser = eq(emailCodes.userId, user.id);
  const [sent] = await tx.select().from(emailCodes).where(isOfUser);
  if (!sent || sent.expiresAt <= clock.now()) return false;
  const isValid = createCodeHash(keyring).candidates(subjectOf(user), code).includes(sent.codeHash);
  const attempts = sent.attempts + 1;
  if (!isValid && attempts < MAX_ATTEMPTS) {
    await tx.update(emailCodes).set({ attempts }).where(isOfUser);
    return false;
  }
  await tx.delete(emailCodes).where(isOfUser);
  if (!isValid) return false;
  await tx
    .update(users)
    .set({ provenEmail: user.email, emailChangedAt: null, updatedAt: clock.now() })
    .where(eq(users.id, user.id));
  // Their mailbox, of the last proven address, is no longer the account's.
  await deleteLinks(tx, user.id, 'password_reset');
  return true;
}
