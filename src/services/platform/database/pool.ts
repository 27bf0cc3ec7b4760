import { Pool, type PoolClient } from 'pg';
import type { Log } from '#services/platform/log.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE = 10;

/** Connections to a PostgreSQL server that outlive the loss of any of them. */
export function createPool(url: string, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  releaseLostConnections(pool);
  return pool;
}

/**
 * A connection that is lost while it is lent: its next query fails, which tells the borrower. Drizzle
 * does not give one back when a transaction's `begin` is what fails; left so, ten of them would be
 * the end of the pool.
 */
function releaseLostConnections(pool: Pool): void {
  const acquired = new Set<PoolClient>();
  pool.on('acquire', (client) => acquired.add(client));
  pool.on('release', (_error, client) => acquired.delete(client));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!acquired.has(client)) return;
      client.release(true);
      // The borrower that does give it back may, once more.
      client.release = () => undefined;
    });
  });
}
