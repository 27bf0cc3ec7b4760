import { Client } from 'pg';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import {
  addDifferences,
  FIGURES,
  WRITE_FIGURES,
} from '#services/platform/database/figures/figures.ts';
import {
  type Connection,
  listAppliedMigrations,
} from '#services/platform/database/migration/applied-migrations.ts';
import { migratePostgres } from '#services/platform/database/migration/migrate.ts';
import {
  checkConnection,
  reportUnavailable,
} from '#services/platform/database/postgres/postgres.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { listTables, type Table, TEXT_SETTINGS } from './contents.ts';

/**
 * Runs `copy` in a transaction on an empty, migrated PostgreSQL database. If it throws, or this process
 * ends, the database has no rows.
 * @param migrations those of the source
 * @returns also how many derived figures differed from their rows, and were corrected
 * @throws {OperatorError} if the database isn't empty or is of another version
 */
export async function fillTarget<Result>(
  url: string,
  migrations: readonly string[],
  copy: (client: Client) => Promise<Result>,
): Promise<{ result: Result; corrected: number }> {
  await reportUnavailable(url, () => checkConnection(url));
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: `${APPLICATION_NAME} copy`,
  });
  // A lost connection also rejects the current query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireEmpty(client, await listTables(client));
    await migrateTo(client, url, migrations);
    await client.query('begin');
    await client.query(`${TEXT_SETTINGS};
      set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    const tables = await listTables(client);
    // Services that start in the meantime wait, and can't write between the check and the copy.
    await client.query(`lock table ${namesOf(tables)} in exclusive mode`);
    await requireEmpty(client, tables);
    const finish = await deferChecks(client);
    const result = await copy(client);
    const corrected = await finish();
    await client.query('commit');
    // Without statistics, the first queries would be planned for empty tables.
    await client.query(`analyze ${namesOf(tables)}`);
    return { result, corrected };
  } finally {
    // Ends an open transaction, too.
    await client.end().catch(() => undefined);
  }
}

/** @param sequences with the value that each returns next */
export async function restartSequences(
  connection: Connection,
  sequences: Iterable<readonly [name: string, next: string]>,
): Promise<void> {
  for (const [name, next] of sequences) {
    // Unlike setval, this is undone when the transaction is.
    await connection.query(`alter sequence ${name} restart with ${next}`);
  }
}

const namesOf = (tables: readonly Table[]) => tables.map(({ name }) => name).join(', ');

async function requireEmpty(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database in DATABASE_URL isn't empty: ${name} has rows. Create a new database; nothing was changed`,
      );
    }
  }
}

/** Creates the tables in a database without any. */
async function migrateTo(
  client: Client,
  url: string,
  migrations: readonly string[],
): Promise<void> {
  const applied = await listAppliedMigrations(client);
  if (applied.length === 0) await migratePostgres(url);
  else if (applied.join() !== migrations.join()) {
    throw new OperatorError(
      'The database in DATABASE_URL has the tables of another version of Patron. Create a new database; nothing was changed',
    );
  }
}

/**
 * Checks foreign keys at the end instead of after each statement: a row may reference one that is copied
 * later, also in its own table. Derived figures are copied, and compared with their rows at the end.
 * @returns a function that checks both, makes foreign keys as they were, and returns how many figures it corrected
 */
export async function deferChecks(client: Connection): Promise<() => Promise<number>> {
  const { rows } = await client.query(`
    select format('alter table %s alter constraint %I', conrelid::regclass, conname) as command
    from pg_constraint where contype = 'f' and not condeferrable`);
  const alter = async (mode: string) => {
    for (const { command } of rows as { command: string }[])
      await client.query(`${command} ${mode}`);
  };
  await alter('deferrable initially deferred');
  await client.query(WRITE_FIGURES);
  return async () => {
    let corrected = 0;
    for (const figure of FIGURES) corrected += await addDifferences(client, figure);
    await client.query('set constraints all immediate');
    await alter('not deferrable');
    return corrected;
  };
}
