import type { Connection } from './applied-migrations.ts';

/**
 * Shorter than PostgreSQL's `deadlock_timeout` of a second: when a query and the migration wait for each other's
 * tables, the migration gives up before the query fails.
 */
export const LOCK_TIMEOUT_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/** A table that another transaction has locked. */
export class TableBusyError extends Error {
  readonly table: string;

  constructor(table: string, cause: unknown) {
    super(`The table ${table} is in use`, { cause });
    this.table = table;
  }
}

/**
 * Locks the tables that some SQL names, which other processes may be using, until the transaction ends.
 * @param first tables to lock first
 * @throws {TableBusyError} when a table isn't free: a query that holds one table while it waits for another must
 *   get that other one, so all locks have to be given back
 */
export async function lockTables(
  connection: Connection,
  sql: string,
  first: readonly string[],
): Promise<void> {
  const { rows } = await connection.query(
    'select tablename from pg_tables where schemaname = current_schema() order by tablename',
  );
  const named = (rows as { tablename: string }[])
    .map(({ tablename }) => `"${tablename}"`)
    .filter((table) => sql.includes(table));
  await connection.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (const table of new Set([...first.filter((each) => named.includes(each)), ...named])) {
    try {
      await connection.query(`lock table ${table} in access exclusive mode`);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new TableBusyError(table, error);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
