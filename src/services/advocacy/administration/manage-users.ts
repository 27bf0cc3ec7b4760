import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { emailAddressSchema } from '#contract/advocacy/users.ts';
import { requiredText } from '#contract/text.ts';
import {
  listFactors,
  lockUser,
} from '#services/advocacy/authentication-factors/authentication-factors-store.ts';
import { deleteFactor } from '#services/advocacy/authentication-factors/change-factor.ts';
import { changeEmail } from '#services/advocacy/current-user/change-email.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { createFailedAttempts } from '#services/advocacy/oauth/sign-in/throttle/failed-attempts.ts';
import { endCodeAttack } from '#services/advocacy/oauth/sign-in/throttle/sign-in-throttle.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { findUserByEmail, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { hashPassword, PASSWORD_MAX_LENGTH } from '#services/platform/secrets/password.ts';

const PASSWORD_MIN_LENGTH = 8;
const NAME_MAX_LENGTH = 255;

const nameSchema = requiredText(NAME_MAX_LENGTH);
const passwordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, { error: `Takes at least ${PASSWORD_MIN_LENGTH} characters` }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: `Takes at most ${PASSWORD_MAX_LENGTH} characters` }),
  );

/**
 * Creates somebody who can sign in; they belong to no team yet.
 * @throws {OperatorError} when a value is not valid, or somebody has the e-mail address.
 */
export async function createUser(
  db: Queries,
  given: { email: string; name: string; password: string },
): Promise<UserRow> {
  const email = checkValue('email', emailAddressSchema, given.email);
  const name = checkValue('name', nameSchema, given.name);
  const password = checkValue('password', passwordSchema, given.password);
  const passwordHash = await hashPassword(password);
  try {
    const [user] = await db.insert(users).values({ email, name, passwordHash }).returning();
    return user as UserRow;
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw new OperatorError(`email: ${email} belongs to somebody already`);
    }
    throw error;
  }
}

/** @throws {OperatorError} when nobody has the e-mail address. */
export async function getUserByEmail(db: Queries, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new OperatorError(`There is nobody with the e-mail address ${email}`);
  return user;
}

/** @throws {OperatorError} when the name is not valid. */
export async function renameUser(
  db: Queries,
  { id }: UserRow,
  given: string,
  now: Date,
): Promise<void> {
  const name = checkValue('name', nameSchema, given);
  await db.update(users).set({ name, updatedAt: now }).where(eq(users.id, id));
}

/**
 * Gives a person another e-mail address to sign in with, and tells the old one and the new one.
 * @throws {OperatorError} when it is not valid, or somebody has it.
 */
export async function setEmail(
  dependencies: Pick<AdvocacyDependencies, 'db' | 'clock' | 'messages'>,
  { id }: UserRow,
  given: string,
): Promise<void> {
  const email = checkValue('email', emailAddressSchema, given);
  try {
    await changeEmail(dependencies, id, email);
  } catch (error) {
    if (error instanceof JsonApiError) throw new OperatorError(`email: ${error.message}`);
    throw error;
  }
}

/**
 * Sets a new password, signs the person out everywhere, and tells them by e-mail.
 * @returns how many sign-ins ended.
 * @throws {OperatorError} when the password is too short or too long.
 */
export async function setPassword(
  { db, clock, messages }: Pick<AdvocacyDependencies, 'db' | 'clock' | 'messages'>,
  { id }: UserRow,
  given: string,
): Promise<number> {
  const passwordHash = await hashPassword(checkValue('password', passwordSchema, given));
  return db.transaction(async (tx) => {
    const { email } = await lockUser(tx, id);
    await tx.update(users).set({ passwordHash, updatedAt: clock.now() }).where(eq(users.id, id));
    await messages.enqueue(tx, { channel: 'email', to: email, ...PASSWORD_NOTICE });
    await endCodeAttack(createFailedAttempts(tx, clock), id);
    return endUserSessions(tx, id);
  });
}

const PASSWORD_NOTICE = {
  subject: 'The password of your Patron account was changed',
  text:
    'The people who run Patron have set a new password for your account, and you were signed out ' +
    'everywhere.\n\nIf you did not ask for it, talk to them.',
};

/**
 * Removes all authentication factors of somebody who has lost them; each removal is told by e-mail.
 * @returns how many there were.
 */
export async function resetFactors(
  dependencies: Pick<AdvocacyDependencies, 'db' | 'clock' | 'messages' | 'keyring' | 'encryption'>,
  { id }: UserRow,
): Promise<number> {
  const factors = await listFactors(dependencies.db, id);
  for (const factor of factors) await deleteFactor(dependencies, id, factor.id);
  return factors.length;
}

/**
 * Deletes a person with their factors and memberships, and ends their sign-ins.
 * @returns how many sign-ins ended.
 */
export async function deleteUser(
  { db }: Pick<AdvocacyDependencies, 'db'>,
  { id }: UserRow,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, id));
    return endUserSessions(tx, id);
  });
}
