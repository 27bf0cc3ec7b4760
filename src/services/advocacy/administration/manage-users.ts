import { asc, count, eq } from 'drizzle-orm';
import { emailAddressSchema } from '#contract/email-address.ts';
import { requiredText } from '#contract/text.ts';
import { setUserPassword } from '#services/advocacy/account/set-password.ts';
import { listFactors } from '#services/advocacy/authentication-factors/authentication-factors.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { deleteFactor } from '#services/advocacy/authentication-factors/change-factor.ts';
import {
  type ChangeEmailDependencies,
  changeEmail,
} from '#services/advocacy/current-user/change-email.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { removePasskey } from '#services/advocacy/passkeys/manage-passkeys.ts';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import { listTeamsOfUser } from '#services/advocacy/teams/teams-store.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { isEmailTaken } from '#services/advocacy/users/proven-email.ts';
import {
  changeUserName,
  findUserByEmail,
  lockUser,
  type UserRow,
} from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { recordAudit, recordChanges } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { revokeRole } from './manage-roles.ts';

const NAME_MAX_LENGTH = 255;

const nameSchema = requiredText(NAME_MAX_LENGTH);
interface NewUser {
  email: string;
  name: string;
  password: string;
}

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
export async function createUser(tx: Queries, input: NewUser): Promise<UserRow> {
  const user = await insertUser(tx, input);
  const { id, email, name } = user;
  const event = { action: 'user.create', subject: { type: 'user', id, name }, userId: id } as const;
  await recordChanges(tx, event, {}, { email, name });
  return user;
}

/** Like `createUser`, for a caller that records it. */
export async function insertUser(db: Queries, input: NewUser): Promise<UserRow> {
  const email = checkValue('email', emailAddressSchema, input.email);
  const name = checkValue('name', nameSchema, input.name);
  const passwordHash = await hashNewPassword(input.password, email);
  try {
    return one(
      await db.insert(users).values({ email, provenEmail: email, name, passwordHash }).returning(),
    );
  } catch (error) {
    if (isEmailTaken(error)) {
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
  user: UserRow,
  input: string,
  now: Date,
): Promise<void> {
  await changeUserName(db, user, checkValue('name', nameSchema, input), now);
}

/**
 * Changes the email address a user signs in with and notifies both addresses. It counts as proven: the
 * operator vouches for it.
 * @throws {OperatorError} when it is invalid or in use
 */
export async function setEmail(
  dependencies: ChangeEmailDependencies,
  { id }: UserRow,
  input: string,
): Promise<void> {
  const email = checkValue('email', emailAddressSchema, input);
  try {
    await changeEmail(dependencies, id, { email, isProven: true });
  } catch (error) {
    if (error instanceof JsonApiError) throw new OperatorError(`email: ${error.message}`);
    throw error;
  }
}

/**
 * Sets a new password, signs the user out everywhere and notifies them by email.
 * @returns the number of sessions that ended
 * @throws {OperatorError} when the password breaks a rule
 */
export async function setPassword(
  dependencies: Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'>,
  { id, email }: UserRow,
  input: string,
): Promise<number> {
  const passwordHash = await hashNewPassword(input, email);
  return dependencies.db.transaction(async (tx) =>
    setUserPassword(tx, dependencies, await lockUser(tx, id), {
      passwordHash,
      announcement:
        'An administrator set a new password for your account and signed you out everywhere.',
    }),
  );
}

/** @throws {OperatorError} when the password breaks a rule */
async function hashNewPassword(password: string, email: string): Promise<string> {
  const error = await findPasswordError(password, email);
  if (error !== undefined) throw new OperatorError(`password: ${error.replace(/\.$/, '')}`);
  return hashPassword(password);
}

/**
 * Signs a user out everywhere.
 * @returns the number of sessions that ended
 */
export async function signOutUser(tx: Queries, { id, name }: UserRow): Promise<number> {
  const subject = { type: 'user', id, name };
  await recordAudit(tx, { action: 'user.sign_out', subject, userId: id });
  return endUserSessions(tx, id);
}

/**
 * Removes all authentication factors and passkeys of a user who has lost them, with an email for each.
 * @returns the number of those removed
 */
export async function resetFactors(
  dependencies: Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'keyring' | 'encryption'>,
  { id }: UserRow,
): Promise<number> {
  const factors = await listFactors(dependencies.db, id);
  for (const factor of factors) await deleteFactor(dependencies, id, factor.id);
  const own = await dependencies.db.select().from(passkeys).where(eq(passkeys.userId, id));
  for (const passkey of own) {
    await dependencies.db.transaction(async (tx) => {
      const { email } = await lockUser(tx, id);
      await removePasskey(tx, dependencies, passkey, email);
    });
  }
  return factors.length + own.length;
}

/**
 * Deletes a user with their factors, memberships and sessions. Each of their teams gets an event.
 * @returns the number of sessions that ended
 */
export async function deleteUser(
  { db }: Pick<ServiceDependencies, 'db'>,
  user: UserRow,
): Promise<number> {
  const { id, email, name } = user;
  return db.transaction(async (tx) => {
    for (const { id: teamId } of await listTeamsOfUser(tx, id)) await revokeRole(tx, user, teamId);
    // A sign-in that starts a session waits for this lock, and then fails.
    await lockForUpdate(tx.select({ id: users.id }).from(users).where(eq(users.id, id)));
    // Before the deletion, which deletes the sessions that lead to the tokens.
    const ended = await endUserSessions(tx, id);
    await tx.delete(users).where(eq(users.id, id));
    const subject = { type: 'user', id, name };
    await recordChanges(tx, { action: 'user.delete', subject, userId: id }, { email, name }, {});
    return ended;
  });
}
