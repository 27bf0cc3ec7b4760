import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import {
  APPLICATION_NAME,
  type Database,
  DatabaseUnavailableError,
  type Storage,
} from '#services/platform/database/database.ts';
import { migratePostgres } from '#services/platform/database/migration/migrate.ts';
import { describeDatabaseError, READ_ONLY } from '#services/platform/database/unavailable.ts';
import type { Log } from '#services/platform/log.ts';
import { Listener } from './listener.ts';
import { CONNECT_TIMEOUT_MS, RESPONSE_TIMEOUT_MS, StatementPool } from './pool.ts';
import { findPooling, type Pooling } from './pooling.ts';
import { retryTransactions } from './retry-transactions.ts';

/** A server behind a broken network doesn't respond at all. */
const PING_TIMEOUT_MS = 5_000;

interface Options {
  /** False: statements may run for as long as they need, as in an operator's commands. */
  hasTimeLimit?: boolean;
}

/**
 * Connects to a PostgreSQL database and migrates it.
 * @throws {DatabaseUnavailableError} when it can't be reached or migrated.
 */
export async function openPostgres(
  url: string,
  log: Log,
  { hasTimeLimit = true }: Options = {},
): Promise<Storage> {
  const pooling = await reportUnavailable(url, async () => {
    const found = await checkConnection(url);
    await migratePostgres(url);
    return found;
  });
  const pool = new StatementPool({ url, log, pooling, hasTimeLimit });
  const db: Database = drizzle({ client: pool });
  retryTransactions(db);
  const listener = new Listener(url, log, { pooling });
  return {
    kind: 'postgres',
    db,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    ping: async () => {
      const query = { text: 'show transaction_read_only', query_timeout: PING_TIMEOUT_MS };
      const client = await pool.connect();
      let isReadOnly = true;
      try {
        const { rows } = await client.query(query);
        isReadOnly = rows[0].transaction_read_only === 'on';
      } finally {
        client.release(isReadOnly);
      }
      if (isReadOnly) throw new ReadOnlyError();
    },
    countConnections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waiting,
    }),
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

/** @throws {DatabaseUnavailableError} with the database's address, when the work fails */
export async function reportUnavailable<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new DatabaseUnavailableError(
      `DATABASE_URL: the database at ${addressOf(url)} can't be used: ${describeDatabaseError(error)}`,
    );
  }
}

/** The error with which PostgreSQL rejects a write. */
class ReadOnlyError extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('The database only accepts reads');
  }
}

/** @throws when the server can't be reached, its dates couldn't be read, or a pooler loses prepared statements */
export async function checkConnection(url: string): Promise<Pooling> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
  });
  // A lost connection also rejects the query below.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ DateStyle: string }>('show datestyle');
    const style = rows[0]?.DateStyle ?? '';
    if (!style.startsWith('ISO')) {
      // Drizzle couldn't read the dates.
      throw new Error(
        `its DateStyle (${style}) isn't ISO; change it with ALTER DATABASE … SET datestyle TO ISO`,
      );
    }
    return await findPooling(url, client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Host and database name, without credentials. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
