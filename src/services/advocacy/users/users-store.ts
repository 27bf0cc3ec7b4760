import { eq, sql } from 'drizzle-orm';
import { isStorable } from '#contract/text.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { users } from './users-table.ts';

export type Person = typeof users.$inferSelect;

/** A person, or undefined where there is none of that id. */
export async function findPerson(db: Queries, id: number): Promise<Person | undefined> {
  const [person] = await db.select().from(users).where(eq(users.id, id));
  return person;
}

/** Finds a person by e-mail address, whatever its case. */
export async function findPersonByEmail(db: Queries, email: string): Promise<Person | undefined> {
  if (!isStorable(email)) return undefined;
  const [person] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return person;
}
