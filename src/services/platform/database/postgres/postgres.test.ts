import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { openPostgres } from './postgres.ts';

describe.skipIf(!postgresUrl)('a PostgreSQL database', () => {
  /** A database behind a proxy that can be cut. */
  async function openProxied() {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const proxied = new URL(url);
    const proxy = await startTcpProxy({ host: proxied.hostname, port: Number(proxied.port) });
    proxied.host = `127.0.0.1:${proxy.port}`;
    const storage = await openPostgres(proxied.href, silentLog);
    onTestFinished(() => storage.close());
    return { storage, proxy };
  }

  test('reports that it is unavailable, also to an open transaction, and recovers by itself', async () => {
    const { storage, proxy } = await openProxied();
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

  test("with a date style that can't be read is not opened", async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const german = new URL(url);
    german.searchParams.set('options', '-c datestyle=German');
    await expect(openPostgres(german.href, silentLog)).rejects.toThrow(
      /can't be used: its DateStyle \(German, DMY\) isn't ISO; change it with ALTER DATABASE/,
    );
  });

  test('a transaction whose begin fails releases its connection', async () => {
    const { storage, proxy } = await openProxied();
    // More than the pool has connections.
    for (let round = 0; round < 12; round += 1) {
      await storage.ping();
      const transaction = storage.db.transaction(async () => undefined);
      await proxy.cut();
      await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable);
      await proxy.restore();
    }
    await storage.db.transaction((tx) => tx.execute(sql`select 1`));
  }, 60_000);

  test('ends a statement that waits for a lock, and a transaction whose server hangs', async () => {
    const { storage, proxy } = await openProxied();
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holder = storage.db.transaction(async (tx) => {
      await tx.execute(sql`lock table teams in access exclusive mode`);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    await expect(storage.db.execute(sql`select 1 from teams`)).rejects.toSatisfy(
      isDatabaseUnavailable,
    );
    released.resolve();
    await holder;

    const transaction = storage.db.transaction(async (tx) => {
      proxy.freeze();
      await tx.execute(sql`select 1`);
    });
    await expect(transaction).rejects.toSatisfy(isDatabaseUnavailable);
  }, 60_000);
});
