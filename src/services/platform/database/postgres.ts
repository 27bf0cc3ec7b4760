import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Log } from '#services/platform/log.ts';
import { type Database, DatabaseUnavailableError, type Storage } from './database.ts';
import { Listener } from './listener.ts';
import { migratePostgres } from './migrate.ts';
import { createPool } from './pool.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A server that is cut off rather than down does not answer at all. */
const PING_TIMEOUT_MS = 5_000;

/**
 * Opens a PostgreSQL server's database, migrated.
 * @throws {DatabaseUnavailableError} when it can't be reached or refuses.
 */
export async function openPostgres(url: string, log: Log): Promise<Storage> {
  await refusedClearly(url, async () => {
    await check(url);
    await migratePostgres(url);
  });
  const pool = createPool(url, log);
  const db: Database = drizzle({ client: pool });
  const listener = new Listener(url, log);
  return {
    kind: 'postgres',
    db,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    ping: async () => {
      const query = { text: 'select 1', query_timeout: PING_TIMEOUT_MS };
      await pool.query(query);
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
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refusedClearly(url: string, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (error) {
    throw new DatabaseUnavailableError(
      `DATABASE_URL: the database at ${addressOf(url)} can't be used: ${reasonOf(error)}`,
    );
  }
}

/** Host and name without the credentials. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** What the server or the system said, in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return 'no answer';
  // The driver's error around it repeats the whole statement.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message.split('\n')[0] || 'no answer';
}
