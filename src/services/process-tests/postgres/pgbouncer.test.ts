import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Listener } from '#services/platform/database/postgres/listener.ts';
import { StatementPool } from '#services/platform/database/postgres/pool.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  postgresUrl,
} from '#services/platform/testing/test-database.ts';
import { hasPgbouncer, startPgbouncer } from '#services/testing/database/pgbouncer.ts';
import { createDemoDatabase } from '#services/testing/demo-data.ts';
import { enterCampaign, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { runUntilExit, startPatronProcess } from '#services/testing/patron-process.ts';

describe.skipIf(!postgresUrl || !hasPgbouncer)('behind PgBouncer', () => {
  test('in session mode, a process serves requests, and events reach an open stream', async () => {
    const database = await createDemoDatabase();
    onTestFinished(database.drop);
    const patron = await startPatronProcess({
      DATABASE_URL: await startPgbouncer(database.url, 'session'),
      PATRON_DEMO: '1',
      PATRON_DATA_DIR: database.directory,
    });
    const headers = await signInAsAdmin(patron);
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const stream = await fetch(`${patron.url}/gateway/teams/1/webhook-events/stream`, {
      headers,
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    expect((await enterCampaign(patron, 'through the pooler')).status).toBe(200);
    let received = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      received += decoder.decode(chunk as Uint8Array, { stream: true });
      if (received.includes('through the pooler')) break;
    }
    expect(received).toContain('through the pooler');
    expect(patron.log()).not.toContain('notifications do not arrive');
  }, 120_000);

  test('in transaction mode of a version that loses prepared statements, the start ends with one line that names what is needed', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const DATABASE_URL = await startPgbouncer(url, 'transaction');
    const { host, pathname } = new URL(DATABASE_URL);
    // Twice, because the first one leaves its prepared statement at the server.
    for (const _ of [1, 2]) {
      const { code, stderr } = await runUntilExit({ DATABASE_URL, PATRON_DEMO: '0' });
      expect([code, stderr]).toEqual([
        1,
        `DATABASE_URL: the database at ${host}${pathname} can't be used: the pooler in front of it loses prepared statements between transactions; PgBouncer needs version 1.21 or later with max_prepared_statements above 0, and ignore_startup_parameters for parameters in the address, or pool_mode = session\n`,
      ]);
    }
  }, 60_000);

  test('that rejects a parameter of the address, the start ends with its message', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const address = new URL(await startPgbouncer(url, 'session'));
    address.searchParams.set('statement_timeout', '1000');
    const { code, stderr } = await runUntilExit({ DATABASE_URL: address.href, PATRON_DEMO: '0' });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^DATABASE_URL: the database at .* can't be used: unsupported startup parameter: statement_timeout\n$/,
      ),
    ]);
  }, 60_000);

  test('in transaction mode, a statement and a transaction have our limits, and no other client gets them', async () => {
    const { url, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    const address = await startPgbouncer(url, 'transaction', ['default_pool_size = 1']);
    const pool = new StatementPool({
      ...{ url: address, log: silentLog },
      ...{ pooling: 'transaction', hasTimeLimit: true },
    });
    onTestFinished(() => pool.end());
    const LIMITS = `select current_setting('statement_timeout') as timeout,
      current_setting('transaction_isolation') as isolation`;
    const ours = [{ timeout: '7s', isolation: 'read committed' }];
    expect((await pool.query(LIMITS)).rows).toEqual(ours);
    const inTransaction = await drizzle({ client: pool }).transaction((tx) => tx.execute(LIMITS));
    expect(inTransaction.rows).toEqual(ours);
    const other = new Client({ connectionString: address });
    await other.connect();
    onTestFinished(() => other.end());
    expect((await other.query(LIMITS)).rows).toEqual([{ ...ours[0], timeout: '0' }]);
  }, 60_000);

  test('in transaction mode, where notifications never arrive, listeners read every two seconds', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const address = await startPgbouncer(url, 'transaction');
    const listener = new Listener(address, silentLog, { pooling: 'transaction' });
    onTestFinished(() => listener.close());
    const payloads: string[] = [];
    const stop = await listener.listen('events', (payload) => payloads.push(payload));
    await vi.waitFor(() => expect(payloads).toEqual(['', '']), { timeout: 30_000 });
    await stop();
  }, 60_000);
});
