import { and, asc, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

interface Batch<Key extends PgColumn> {
  table: PgTable;
  /** Unique among the matching rows. */
  key: Key;
  where: SQL | undefined;
  orderBy: PgColumn;
  limit: number;
}

/**
 * Deletes at most `limit` of the matching rows, so that a large clean-up doesn't lock the whole table.
 * @returns the keys of the deleted rows; if there are `limit` of them, more rows may match
 */
export async function deleteBatch<Key extends PgColumn>(
  db: Queries,
  { table, key, where, orderBy, limit }: Batch<Key>,
): Promise<Key['_']['data'][]> {
  const batch = db.select({ key }).from(table).where(where).orderBy(asc(orderBy)).limit(limit);
  const deleted = await db
    .delete(table)
    .where(and(where, inArray(key, batch)))
    .returning({ key });
  return deleted.map((row) => row.key as Key['_']['data']);
}
