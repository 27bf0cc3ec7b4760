import type { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import {
  APPLICATION_NAME,
  type Database,
  DatabaseUnavailableError,
  type Storage,
} from '#services/platform/database/database.ts';
import { migratePostgres } from '#services/platform/database/migration/migrate.ts';
import type { Log } from '#services/platform/log.ts';
import { Listener } from './listener.ts';
import { retryTransactions } from './retry-transactions.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const POOL_SIZE = 10;
/** A server behind a broken network doesn't respond at all. */
const PING_TIMEOUT_MS = 5_000;
/** How long the server works on one statement, including waits for locks. */
const STATEMENT_TIMEOUT_MS = 7_000;
/** How long to wait for a server that may hang; longer, so that a busy one reports its own timeout. */
const RESPONSE_TIMEOUT_MS = 8_000;

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
  await reportUnavailable(url, async () => {
    await checkConnection(url);
    await migratePostgres(url);
  });
  const pool = createPool(url, log, hasTimeLimit);
  const db: Database = drizzle({ client: pool });
  retryTransactions(db);
  const listener = new Listener(url, log);
  return {
    kind: 'postgres',
    db,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    ping: async () => {
      const query = { text: 'select 1', query_timeout: PING_TIMEOUT_MS };
      await pool.query(query);
    },
    countConnections: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

/** @throws {DatabaseUnavailableError} with the database's address, when the work fails */
export async function reportUnavailable(url: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new DatabaseUnavailableError(
      `DATABASE_URL: the database at ${addressOf(url)} can't be used: ${reasonOf(error)}`,
    );
  }
}

/** A pool that survives the loss of any of its connections. */
function createPool(url: string, log: Log, hasTimeLimit: boolean): Pool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    ...(hasTimeLimit && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
    }),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  releaseLostConnections(pool);
  return pool;
}

/**
 * Releases acquired connections that are lost. Drizzle doesn't release a connection when a
 * transaction's `begin` fails, so ten of those would exhaust the pool.
 */
function releaseLostConnections(pool: Pool): void {
  const acquired = new Set<PoolClient>();
  pool.on('acquire', (client) => acquired.add(client));
  pool.on('release', (_error, client) => acquired.delete(client));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    destroyOnTimeout(client);
    client.on('end', () => {
      if (!acquired.has(client)) return;
      client.release(true);
      // Make a second `release()` harmless.
      client.release = () => undefined;
    });
  });
}

/**
 * Destroys a connection whose server didn't respond in time. Drizzle would wait as long again for the
 * response to its `rollback`.
 */
function destroyOnTimeout(client: PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const observed = (...parameters: unknown[]) => {
    const result = query(...parameters);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (!error.message.startsWith('Query read timeout')) return;
        (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      });
    }
    return result;
  };
  client.query = observed as typeof client.query;
}

/** @throws when the server can't be reached, or its dates couldn't be read */
export async function checkConnection(url: string): Promise<void> {
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
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Host and database name, without credentials. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The error message of the server or the system, in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return 'no response';
  // The driver's outer error repeats the whole statement.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message.split('\n')[0] || 'no response';
}
