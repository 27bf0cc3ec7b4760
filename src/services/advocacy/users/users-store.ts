import { eq, sql } from 'drizzle-orm';
import { isStorable } from '#contract/text.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { users } from './users-table.ts';

export type UserRow = typeof users.$inferSelect;

/** A person, or undefined where there is none of that id. */
export async function findUser(db: Queries, id: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** Finds a person by e-mail address, whatever its case. */
export async function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  if (!isStorable(email)) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return user;
}
