import { eq, sql } from 'drizzle-orm';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { users } from './users-table.ts';

export type UserRow = typeof users.$inferSelect;

/** Other characters fold differently here and in the database, and no address has them. */
const ADDRESS = /^[!-~]+$/;

export async function findUser(db: Queries, id: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** Compares addresses without regard to case. */
export async function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  if (!ADDRESS.test(email)) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return user;
}

/** The user who has proven an address, which may not be the one they sign in with. */
export async function findUserByProvenEmail(
  db: Queries,
  email: string,
): Promise<UserRow | undefined> {
  if (!ADDRESS.test(email)) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.provenEmail})`, sql`lower(${email})`));
  return user;
}

/**
 * Locks the user's row until the transaction ends, so that changes to their authentication factors
 * are serialized: the 30 seconds between codes, the attempts per code and the single default factor
 * depend on it.
 */
export async function lockUser(tx: Queries, id: number): Promise<UserRow> {
  const [user] = await lockForUpdate(tx.select().from(users).where(eq(users.id, id)));
  if (!user) throw new Error(`User ${id} was deleted`);
  return user;
}

/** Changes the name, unless it is the same. */
export async function changeUserName(
  tx: Queries,
  { id, name: before }: UserRow,
  name: string,
  now: Date,
): Promise<void> {
  if (name === before) return;
  await tx.update(users).set({ name, updatedAt: now }).where(eq(users.id, id));
  await recordAudit(tx, {
    action: 'user.update',
    subject: { type: 'user', id, name },
    changes: changesBetween({ name: before }, { name }),
    userId: id,
  });
}
