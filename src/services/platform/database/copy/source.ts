import { Client } from 'pg';
import { DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import { openEmbeddedSource } from '#services/platform/database/embedded/embedded-source.ts';
import { requestSnapshot } from '#services/platform/database/embedded/snapshot.ts';
import {
  type Connection,
  listAppliedMigrations,
} from '#services/platform/database/migration/applied-migrations.ts';
import { listMigrations } from '#services/platform/database/migration/migrate.ts';
import {
  checkConnection,
  reportUnavailable,
} from '#services/platform/database/postgres/postgres.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { TEXT_SETTINGS } from './contents.ts';

/** Where a database is: embedded in the data directory, unless there is a URL. */
export interface Location {
  dataDirectory: string;
  databaseUrl?: string | undefined;
}

/**
 * Reads a consistent state of a database. The services may run.
 * @throws {OperatorError} if there is none, or it is of another version
 */
export async function readDatabase<Result>(
  { dataDirectory, databaseUrl }: Location,
  read: (connection: Connection) => Promise<Result>,
): Promise<{ migrations: string[]; result: Result }> {
  return databaseUrl === undefined
    ? readEmbedded(dataDirectory, read)
    : readPostgres(databaseUrl, read);
}

async function readEmbedded<Result>(
  directory: string,
  read: (connection: Connection) => Promise<Result>,
) {
  const { client, close } = await openSourceOrCopy(directory);
  try {
    return await client.transaction(async (from) => {
      await from.exec(`set transaction read only; ${TEXT_SETTINGS}`);
      return await readContents(from, read);
    });
  } finally {
    await close();
  }
}

/** While the services have the database open, they provide a copy. */
async function openSourceOrCopy(directory: string) {
  try {
    return await openEmbeddedSource(directory);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
  }
  const snapshot = await requestSnapshot(directory);
  try {
    const { client, close } = await openEmbeddedSource(snapshot.directory);
    return {
      client,
      async close() {
        await close();
        await snapshot.remove();
      },
    };
  } catch (error) {
    await snapshot.remove();
    throw error;
  }
}

async function readPostgres<Result>(
  url: string,
  read: (connection: Connection) => Promise<Result>,
) {
  await reportUnavailable(url, () => checkConnection(url));
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: `${APPLICATION_NAME} backup`,
  });
  // A lost connection also rejects the current query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read, read only; ${TEXT_SETTINGS};
      set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    return await readContents(client, read);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readContents<Result>(
  connection: Connection,
  read: (connection: Connection) => Promise<Result>,
) {
  const migrations = await listAppliedMigrations(connection);
  if (migrations.join() !== listMigrations().join()) {
    throw new OperatorError(
      'The database is of another version of Patron; use the version that ran last',
    );
  }
  return { migrations, result: await read(connection) };
}
