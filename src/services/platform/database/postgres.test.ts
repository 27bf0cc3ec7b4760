import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { openPostgres } from './postgres.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

describe.skipIf(!postgresUrl)('a PostgreSQL store', () => {
  /** A store over a connection that can be cut. */
  async function openStore() {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const proxied = new URL(url);
    const proxy = await startTcpProxy({ host: proxied.hostname, port: Number(proxied.port) });
    proxied.host = `127.0.0.1:${proxy.port}`;
    const storage = await openPostgres(proxied.href, silentLog);
    onTestFinished(() => storage.close());
    return { storage, proxy };
  }

  test('tells that it is away, also to a transaction that is open, and is there again by itself', async () => {
    const { storage, proxy } = await openStore();
    const transaction = storage.db.transaction(async (tx) => {
      await tx.execute(sql`insert into teams (name) values ('lost')`);
      await proxy.cut();
      await tx.execute(sql`select 1`);
    });
    await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(storage.ping()).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(storage.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);

    await proxy.restore();
    await storage.ping();
    const { rows } = await storage.db.execute(sql`select name from teams`);
    expect(rows).toEqual([]);
  }, 60_000);

  test('a transaction whose beginning is lost gives its connection back', async () => {
    const { storage, proxy } = await openStore();
    // More of them than the pool has connections.
    for (let round = 0; round < 12; round += 1) {
      await storage.ping();
      const transaction = storage.db.transaction(async () => undefined);
      await proxy.cut();
      await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable);
      await proxy.restore();
    }
    await storage.db.transaction((tx) => tx.execute(sql`select 1`));
  }, 60_000);
});
