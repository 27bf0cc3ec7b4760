import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './applied-migrations.ts';

/**
 * Shorter than PostgreSQL's `deadlock_timeout` of a second: when a query and the migration wait for each other's
 * tables, the migration gives up before the query fails.
 */
const LOCK_TIMEOUT_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ATTEMPTS = 200;

/**
 * Begins a transaction and locks the tables that some SQL names, which other processes may be using.
 *
 * A query that holds one table while it waits for another must get that other one, so all locks are given back when
 * a table isn't free. The next attempt locks it first, so the tables come into the order in which the queries
 * lock them.
 */
export async function lockTables(connection: Connection, sql: string): Promise<void> {
  const { rows } = await connection.query(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  const tables = (rows as { tablename: string }[])
    .map(({ tablename }) => `"${tablename}"`)
    .filter((table) => sql.includes(table));
  await connection.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let attempt = 1; ; attempt++) {
    await connection.query('begin');
    const { busy, error } = await lockInOrder(connection, tables);
    if (busy === undefined) return;
    await connection.query('rollback');
    if (attempt === MAX_ATTEMPTS || !isLockTimeout(error)) throw error;
    tables.splice(tables.indexOf(busy), 1);
    tables.unshift(busy);
    await sleep(LOCK_TIMEOUT_MS);
  }
}

async function lockInOrder(
  connection: Connection,
  tables: readonly string[],
): Promise<{ busy?: string; error?: unknown }> {
  for (const table of tables) {
    try {
      await connection.query(`lock table ${table} in access exclusive mode`);
    } catch (error) {
      return { busy: table, error };
    }
  }
  return {};
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
