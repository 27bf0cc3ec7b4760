import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getTableName } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import {
  APPLICATION_NAME,
  DatabaseUnavailableError,
} from '#services/platform/database/database.ts';
import { VERSION } from '#services/platform/version.ts';
import {
  type Connection,
  findMigrationsTable,
  listAppliedMigrations,
} from './applied-migrations.ts';
import { installedVersions } from './installed-versions-table.ts';
import { LOCK_TIMEOUT_MS, lockTables, TableBusyError } from './lock-tables.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** An arbitrary key for the advisory lock, the same in every process. */
const MIGRATION_LOCK = 4_180_001;
/** How often tables that other processes use are tried. */
const MAX_ATTEMPTS = 200;

/** PGlite, or our client of it. */
interface EmbeddedConnection {
  transaction(work: (tx: Connection) => Promise<void>): Promise<void>;
}

/** Lists the sorted hashes of this version's migrations. */
export function listMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder })
    .map(({ hash }) => hash)
    .sort();
}

/** The statements of the migrations that a database doesn't have yet. */
export function pendingSql(applied: readonly string[]): string {
  return readMigrationFiles({ migrationsFolder })
    .filter(({ hash }) => !applied.includes(hash))
    .flatMap(({ sql }) => sql)
    .join('--> statement-breakpoint');
}

/** Whether the database is of an earlier version. */
export async function needsUpgrade(connection: Connection): Promise<boolean> {
  const applied = await listAppliedMigrations(connection);
  return applied.length > 0 && applied.length < listMigrations().length;
}

/** No lock is needed: no other process can open the embedded database. */
export async function migrateEmbedded(client: EmbeddedConnection): Promise<void> {
  await client.transaction((tx) => migrate(tx, async () => undefined));
}

/**
 * Migrates under a lock, so that only one of several starting processes does the work. It belongs to the
 * transaction, because a pooler may give each transaction another connection.
 */
export async function migratePostgres(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: `${APPLICATION_NAME} migration`,
  });
  // A lost connection also rejects the current query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The next attempt locks a busy table first, so the tables come into the order in which the queries lock them.
    const busy: string[] = [];
    for (let attempt = 1; ; attempt++) {
      await client.query('begin isolation level read committed; set local statement_timeout = 0');
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      try {
        await migrate(client, (sql) => lockTables(client, sql, busy));
        await client.query('commit');
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof TableBusyError)) throw error;
        busy.unshift(error.table);
      }
      await client.query('rollback');
      await sleep(LOCK_TIMEOUT_MS);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Applies what is missing, in the transaction of a connection.
 * @param lock locks what the SQL of these migrations names
 */
async function migrate(connection: Connection, lock: (sql: string) => Promise<void>) {
  const applied = await listAppliedMigrations(connection);
  const own = listMigrations();
  if (applied.some((hash) => !own.includes(hash))) throw await newerDatabase(connection);
  if (applied.length < own.length) {
    await lock(pendingSql(applied));
    await apply(connection, applied);
  }
  await connection.query(
    `insert into ${getTableName(installedVersions)} (version) values ('${VERSION}') on conflict do nothing`,
  );
}

async function apply(connection: Connection, applied: readonly string[]): Promise<void> {
  const { schema, table } = await findMigrationsTable(connection);
  if (applied.length === 0) {
    // A role that has a schema may not be allowed to create one, even if it exists.
    if (schema === 'drizzle') await connection.query('create schema if not exists drizzle');
    await connection.query(
      `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
    );
  }
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (applied.includes(hash)) continue;
    // The tables are in the first schema of the search path.
    for (const statement of sql) await connection.query(statement.replaceAll('"public".', ''));
    await connection.query(
      `insert into ${table} (hash, created_at) values ('${hash}', ${folderMillis})`,
    );
  }
}

/** A migration of a later version may have removed what this one needs. */
async function newerDatabase(connection: Connection): Promise<DatabaseUnavailableError> {
  const { rows } = await connection.query(
    `select version from ${getTableName(installedVersions)} order by installed_at desc, version desc limit 1`,
  );
  const [newest] = rows as { version: string }[];
  return new DatabaseUnavailableError(
    `Patron ${newest?.version} has upgraded the database, and this is ${VERSION}; start that version, or restore the backup from before the upgrade`,
  );
}
