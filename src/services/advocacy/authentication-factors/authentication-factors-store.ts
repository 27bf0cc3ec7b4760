import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';

/**
 * Holds the person's row until the transaction ends, so that changes to their factors come one
 * after another: the 30 seconds, the tries of a code and the one default all rest on it.
 */
export async function lockUser(tx: Queries, userId: number): Promise<{ email: string }> {
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!person) throw new Error('The person is gone');
  return person;
}

/** The address that a person's e-mail codes go to. */
export async function getEmail(db: Queries, userId: number): Promise<string> {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!person) throw new Error('The person is gone');
  return person.email;
}

/** All factors of a person, the oldest first. */
export async function listFactors(db: Queries, userId: number): Promise<AuthenticationFactorRow[]> {
  return db
    .select()
    .from(authenticationFactors)
    .where(eq(authenticationFactors.userId, userId))
    .orderBy(asc(authenticationFactors.createdAt), asc(authenticationFactors.id));
}

/** A factor, if it is the person's own. */
export async function findFactor(
  db: Queries,
  userId: number,
  factorId: number,
): Promise<AuthenticationFactorRow | undefined> {
  const [row] = await db
    .select()
    .from(authenticationFactors)
    .where(and(eq(authenticationFactors.userId, userId), eq(authenticationFactors.id, factorId)));
  return row;
}

/** Active factors that can be asked for at sign-in, the default first; recovery codes only stand in. */
export async function listUsableFactors(
  db: Queries,
  userId: number,
): Promise<AuthenticationFactorRow[]> {
  return db
    .select()
    .from(authenticationFactors)
    .where(
      and(
        eq(authenticationFactors.userId, userId),
        eq(authenticationFactors.status, 'active'),
        ne(authenticationFactors.type, 'recovery_code'),
      ),
    )
    .orderBy(
      desc(authenticationFactors.isDefault),
      asc(authenticationFactors.createdAt),
      asc(authenticationFactors.id),
    );
}

/**
 * Makes the oldest usable factor the default where the person has none (decisions.md, 16). The
 * caller holds the person's lock.
 */
export async function ensureDefault(tx: Queries, userId: number): Promise<void> {
  const [first] = await listUsableFactors(tx, userId);
  if (!first || first.isDefault) return;
  await tx
    .update(authenticationFactors)
    .set({ isDefault: true })
    .where(eq(authenticationFactors.id, first.id));
}
