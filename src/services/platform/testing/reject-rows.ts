import { type SQL, sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from '#services/platform/database/database.ts';

/**
 * Until the test has finished, the database rejects rows of a table.
 * @param when a condition on `new`, or on `old` if it is deleted
 * @returns accepts them again
 */
export async function rejectRows(
  db: Database,
  { before, table, when }: { before: 'insert' | 'update' | 'delete'; table: string; when: SQL },
): Promise<() => Promise<void>> {
  await db.execute(sql`
    create function reject_row() returns trigger language plpgsql as $$
    begin
      raise exception 'rejected';
    end $$`);
  await db.execute(sql`
    create trigger reject_row before ${sql.raw(before)} on ${sql.raw(table)}
    for each row when (${when}) execute function reject_row()`);
  const accept = async () => {
    await db.execute(sql`drop function if exists reject_row cascade`);
  };
  onTestFinished(accept);
  return accept;
}
