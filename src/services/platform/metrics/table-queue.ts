import { count, min, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#services/platform/database/database.ts';
import type { Queue } from './metrics.ts';

interface QueueTable {
  table: PgTable;
  /** Which rows wait, asked at each reading. */
  waiting(): SQL | undefined;
  /** Since when a row waits. */
  since(): PgColumn | SQL;
}

/** A queue that is the rows of a table that match a condition. */
export function tableQueue(
  name: string,
  db: Database,
  { table, waiting, since }: QueueTable,
): Queue {
  return {
    name,
    async read() {
      const [row] = await db
        .select({ depth: count(), oldestAt: min(since()).mapWith((time) => new Date(time)) })
        .from(table)
        .where(waiting());
      return { depth: row?.depth ?? 0, oldestAt: row?.oldestAt ?? null };
    },
  };
}
