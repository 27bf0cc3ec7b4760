import { fileURLToPath } from 'node:url';
import { getTableName } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import {
  APPLICATION_NAME,
  DatabaseUnavailableError,
} from '#services/platform/database/database.ts';
import { VERSION } from '#services/platform/version.ts';
import { type Connection, listAppliedMigrations } from './applied-migrations.ts';
import { installedVersions } from './installed-versions-table.ts';
import { lockTables } from './lock-tables.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** An arbitrary key for the advisory lock, the same in every process. */
const MIGRATION_LOCK = 4_180_001;

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
export async function migrateEmbedded(db: PgliteDatabase & { $client: Connection }): Promise<void> {
  await migrateConnection(db.$client, () => migratePglite(db, { migrationsFolder }));
}

/** Migrates under a lock, so that only one of several starting processes does the work. */
export async function migratePostgres(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: `${APPLICATION_NAME} migration`,
  });
  // A lost connection also rejects the current query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateConnection(client, async () => {
      const sql = pendingSql(await listAppliedMigrations(client));
      await lockTables(client, sql);
      // Its own `begin` does nothing in this transaction.
      await migrateNodePostgres(drizzle({ client }), { migrationsFolder });
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrateConnection(
  connection: Connection,
  migrate: () => Promise<void>,
): Promise<void> {
  const applied = await listAppliedMigrations(connection);
  const own = listMigrations();
  if (applied.some((hash) => !own.includes(hash))) throw await newerDatabase(connection);
  if (applied.length < own.length) await migrate();
  await connection.query(
    `insert into ${getTableName(installedVersions)} (version) values ('${VERSION}') on conflict do nothing`,
  );
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
