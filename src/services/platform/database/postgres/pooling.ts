import { Client } from 'pg';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import { codeOf } from '#services/platform/database/unavailable.ts';

/**
 * Who has a connection to the server: we do, directly or through a pooler in session mode, or each transaction has
 * another one.
 */
export type Pooling = 'session' | 'transaction';

/** A pooler with a single connection gives it to one of two clients. */
const TURN_TIMEOUT_MS = 2_000;
/** Other clients of the pooler may get the connection that we want to be taken. */
const ATTEMPTS = 3;
/** It doesn't exist, or exists from another client. */
const WRONG_PREPARED_STATEMENT = new Set(['26000', '42P05']);

const BACKEND = { name: 'patron_pooling', text: 'select pg_backend_pid() as pid' };

/**
 * Finds out whether a pooler gives connections away after each transaction, by a prepared statement that runs
 * again after another transaction took the connection.
 * @param first a connected client
 * @throws if the pooler loses prepared statements
 */
export async function findPooling(url: string, first: Client): Promise<Pooling> {
  const { processID } = first as unknown as { processID: number };
  // A pooler invents one for its clients.
  if ((await findBackend(first)) === processID) return 'session';
  const other = new Client({
    connectionString: url,
    query_timeout: TURN_TIMEOUT_MS,
    application_name: APPLICATION_NAME,
  });
  other.on('error', () => undefined);
  try {
    await other.connect();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await findBackend(first);
      await other.query('begin; select 1');
      const after = await findBackend(first);
      await other.query('rollback');
      if (after !== before) return 'transaction';
    }
    return 'session';
  } catch (error) {
    // The first client keeps the only connection.
    if (error instanceof Error && error.message.startsWith('Query read timeout')) return 'session';
    throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
}

async function findBackend(client: Client): Promise<number> {
  try {
    const { rows } = await client.query<{ pid: number }>(BACKEND);
    return rows[0]?.pid ?? 0;
  } catch (error) {
    if (!WRONG_PREPARED_STATEMENT.has(codeOf(error) ?? '')) throw error;
    throw new Error(
      'the pooler in front of it loses prepared statements between transactions; PgBouncer needs version 1.21 or later with max_prepared_statements above 0, and ignore_startup_parameters for parameters in the address, or pool_mode = session',
    );
  }
}
