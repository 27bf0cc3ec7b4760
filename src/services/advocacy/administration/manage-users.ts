import { asc, count, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { emailAddressSchema } from '#contract/advocacy/users.ts';
import { requiredText } from '#contract/text.ts';
import { listFactors } from '#services/advocacy/authentication-factors/authentication-factors-store.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { deleteFactor } from '#services/advocacy/authentication-factors/change-factor.ts';
import { changeEmail } from '#services/advocacy/current-user/change-email.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { createFailedAttempts } from '#services/advocacy/oauth/sign-in/throttle/failed-attempts.ts';
import { endCodeAttack } from '#services/advocacy/oauth/sign-in/throttle/sign-in-throttle.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { findUserByEmail, lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { hashPassword, PASSWORD_MAX_LENGTH } from '#services/platform/secrets/password.ts';

const PASSWORD_MIN_LENGTH = 8;
const NAME_MAX_LENGTH = 255;

const nameSchema = requiredText(NAME_MAX_LENGTH);
const passwordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, { error: `Use ${PASSWORD_MIN_LENGTH} characters or more` }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: `Use ${PASSWORD_MAX_LENGTH} characters or fewer` }),
  );

export interface UserSummary {
  id: number;
  email: string;
  name: string;
  /** The user's teams, with their role in each. */
  teams: { id: number; name: string; role: string }[];
  /** Number of authentication factors. */
  factors: number;
  createdAt: Date;
}

/** All users by email address, or only the one with the id. */
export async function listUserSummaries(db: Queries, userId?: number): Promise<UserSummary[]> {
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      factors: count(authenticationFactors.id),
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(authenticationFactors, eq(authenticationFactors.userId, users.id))
    .where(userId === undefined ? undefined : eq(users.id, userId))
    .groupBy(users.id)
    .orderBy(asc(users.email));
  const teamRows = await db
    .select({ userId: memberships.userId, id: teams.id, name: teams.name, role: roles.name })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(userId === undefined ? undefined : eq(memberships.userId, userId))
    .orderBy(asc(teams.id));
  const teamsByUser = Map.groupBy(teamRows, (row) => row.userId);
  return rows.map((row) => ({
    ...row,
    teams: (teamsByUser.get(row.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
  }));
}

/**
 * Creates a user who can sign in but isn't on a team yet.
 * @throws {OperatorError} when a value is invalid or the email address is in use
 */
export async function createUser(
  db: Queries,
  input: { email: string; name: string; password: string },
): Promise<UserRow> {
  const email = checkValue('email', emailAddressSchema, input.email);
  const name = checkValue('name', nameSchema, input.name);
  const password = checkValue('password', passwordSchema, input.password);
  const passwordHash = await hashPassword(password);
  try {
    return one(await db.insert(users).values({ email, name, passwordHash }).returning());
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw new OperatorError(`email: ${email} is already in use`);
    }
    throw error;
  }
}

/** @throws {OperatorError} when there is no such user */
export async function getUserByEmail(db: Queries, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new OperatorError(`There is no user with the email address ${email}`);
  return user;
}

/** @throws {OperatorError} when the name is invalid */
export async function renameUser(
  db: Queries,
  { id }: UserRow,
  input: string,
  now: Date,
): Promise<void> {
  const name = checkValue('name', nameSchema, input);
  await db.update(users).set({ name, updatedAt: now }).where(eq(users.id, id));
}

/**
 * Changes the email address a user signs in with and notifies both addresses.
 * @throws {OperatorError} when it is invalid or in use
 */
export async function setEmail(
  dependencies: Pick<ServiceDependencies, 'db' | 'clock' | 'messages'>,
  { id }: UserRow,
  input: string,
): Promise<void> {
  const email = checkValue('email', emailAddressSchema, input);
  try {
    await changeEmail(dependencies, id, email);
  } catch (error) {
    if (error instanceof JsonApiError) throw new OperatorError(`email: ${error.message}`);
    throw error;
  }
}

/**
 * Sets a new password, signs the user out everywhere and notifies them by email.
 * @returns the number of sessions that ended
 * @throws {OperatorError} when the password is too short or too long
 */
export async function setPassword(
  { db, clock, messages }: Pick<ServiceDependencies, 'db' | 'clock' | 'messages'>,
  { id }: UserRow,
  input: string,
): Promise<number> {
  const passwordHash = await hashPassword(checkValue('password', passwordSchema, input));
  return db.transaction(async (tx) => {
    const { email } = await lockUser(tx, id);
    await tx.update(users).set({ passwordHash, updatedAt: clock.now() }).where(eq(users.id, id));
    await messages.enqueue(tx, { channel: 'email', to: email, ...PASSWORD_CHANGED });
    await endCodeAttack(createFailedAttempts(tx, clock), id);
    return endUserSessions(tx, id);
  });
}

const PASSWORD_CHANGED = {
  subject: 'Your Patron password was changed',
  text:
    'An administrator set a new password for your account and signed you out everywhere.\n\n' +
    "If you didn't ask for this, contact your Patron administrator.",
};

/**
 * Removes all authentication factors of a user who has lost them, with an email for each.
 * @returns the number of factors removed
 */
export async function resetFactors(
  dependencies: Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'keyring' | 'encryption'>,
  { id }: UserRow,
): Promise<number> {
  const factors = await listFactors(dependencies.db, id);
  for (const factor of factors) await deleteFactor(dependencies, id, factor.id);
  return factors.length;
}

/**
 * Deletes a user with their factors, memberships and sessions.
 * @returns the number of sessions that ended
 */
export async function deleteUser(
  { db }: Pick<ServiceDependencies, 'db'>,
  { id }: UserRow,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, id));
    return endUserSessions(tx, id);
  });
}
