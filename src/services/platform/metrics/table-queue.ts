import { count, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#services/platform/database/database.ts';
import type { Queue } from './metrics.ts';

interface QueueTable {
  table: PgTable;
  /** Which rows wait. */
  waiting: SQL | undefined;
  createdAt: PgColumn;
}

/** A queue that is the rows of a table that match a condition. */
export function tableQueue(
  name: string,
  db: Database,
  { table, waiting, createdAt }: QueueTable,
): Queue {
  return {
    name,
    async read() {
      const [row] = await db
        .select({ depth: count(), oldestAt: min(createdAt).mapWith(createdAt) })
        .from(table)
        .where(waiting ?? sql`true`);
      return { depth: row?.depth ?? 0, oldestAt: (row?.oldestAt ?? null) as Date | null };
    },
  };
}
