import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import { APPLICATION_NAME } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
/** An arbitrary key for the advisory lock, the same in every process. */
const MIGRATION_LOCK = 4_180_001;

/** Lists the sorted hashes of this version's migrations. */
export function listMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder })
    .map(({ hash }) => hash)
    .sort();
}

/** No lock is needed: no other process can open the embedded database. */
export function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  return migratePglite(db, { migrationsFolder });
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
    await migrateNodePostgres(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end().catch(() => undefined);
  }
}
