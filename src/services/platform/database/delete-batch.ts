import { asc, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

interface Batch<Key extends PgColumn> {
  table: PgTable;
  /** The table's primary key. */
  key: Key;
  where: SQL | undefined;
  /** What the rows are deleted in the order of. */
  orderBy: PgColumn;
  limit: number;
}

/**
 * Deletes at most `limit` of the rows that a condition holds for: a table that is swept for the first
 * time in long is not held up as a whole.
 * @returns the keys of those that are gone; as many as the limit: there may be more.
 */
export async function deleteBatch<Key extends PgColumn>(
  db: Queries,
  { table, key, where, orderBy, limit }: Batch<Key>,
): Promise<Key['_']['data'][]> {
  const batch = db.select({ key }).from(table).where(where).orderBy(asc(orderBy)).limit(limit);
  const deleted = await db.delete(table).where(inArray(key, batch)).returning({ key });
  return deleted.map((row) => row.key as Key['_']['data']);
}
