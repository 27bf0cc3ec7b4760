import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import type { Log } from '../log.ts';
import { type Database, DatabaseUnavailableError, type Storage } from './database.ts';
import { Listener } from './listener.ts';
import { migratePostgres } from './migrate.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE = 10;

/**
 * Opens a PostgreSQL server's database, migrated.
 * @throws {DatabaseUnavailableError} when it can't be reached or refuses.
 */
export async function openPostgres(url: string, log: Log): Promise<Storage> {
  await check(url);
  await migratePostgres(url);
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A connection that the server closed while idle; the next query opens another.
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  const db: Database = drizzle({ client: pool });
  const listener = new Listener(url, log);
  return {
    kind: 'postgres',
    db,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    ping: async () => {
      await pool.query('select 1');
    },
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

async function check(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An error after the connection is up reaches the query below as well.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new DatabaseUnavailableError(
      `DATABASE_URL: the database at ${addressOf(url)} can't be used: ${reasonOf(error)}`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Host and name without the credentials. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'no answer';
}
