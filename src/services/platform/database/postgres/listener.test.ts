import { createServer } from 'node:net';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { Listener } from './listener.ts';

const RECONNECT_MS = 20;

describe.skipIf(!postgresUrl)('a listener on PostgreSQL', () => {
  async function openListener() {
    const url = new URL(postgresUrl ?? '');
    const notifier = new Client({ connectionString: url.href });
    await notifier.connect();
    onTestFinished(() => notifier.end());
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    const listener = new Listener(url.href, silentLog, { reconnectMs: RECONNECT_MS });
    onTestFinished(() => listener.close());
    // Notifications reach the whole database, so each test has its own channel.
    const channel = `listener_test_${proxy.port}`;
    const notify = (payload: string) =>
      notifier.query('select pg_notify($1, $2)', [channel, payload]);
    return { listener, proxy, channel, notify };
  }

  test('calls each callback with each payload until it is stopped', async () => {
    const { listener, channel, notify } = await openListener();
    const [first, second]: [string[], string[]] = [[], []];
    const [stop] = await Promise.all([
      listener.listen(channel, (payload) => first.push(payload)),
      listener.listen(channel, (payload) => second.push(payload)),
    ]);
    await notify('one');
    await vi.waitFor(() => expect([first, second]).toEqual([['one'], ['one']]));
    await stop();
    await notify('two');
    await vi.waitFor(() => expect(second).toEqual(['one', 'two']));
    expect(first).toEqual(['one']);
  });

  test('calls back once after a lost connection, so that readers catch up, and then listens again', async () => {
    const { listener, proxy, channel, notify } = await openListener();
    const received: string[] = [];
    await listener.listen(channel, (payload) => received.push(payload));
    await proxy.cut();
    await notify('missed');
    let attempts = 0;
    const broken = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    broken.listen(proxy.port, '127.0.0.1');
    await vi.waitFor(() => expect(attempts).toBeGreaterThan(2));
    await new Promise((resolve) => broken.close(resolve));
    expect(received).toEqual([]);
    await proxy.restore();
    await vi.waitFor(() => expect(received).toEqual(['']), { timeout: 10_000 });
    await notify('after');
    await vi.waitFor(() => expect(received).toEqual(['', 'after']));
  }, 30_000);

  test('rejects when the database is unavailable, and never calls that callback', async () => {
    const { listener, proxy, channel, notify } = await openListener();
    await proxy.cut();
    const rejected: string[] = [];
    await expect(listener.listen(channel, (payload) => rejected.push(payload))).rejects.toThrow();
    await proxy.restore();
    const received: string[] = [];
    await listener.listen(channel, (payload) => received.push(payload));
    await notify('one');
    await vi.waitFor(() => expect(received).toEqual(['one']));
    expect(rejected).toEqual([]);
  });
});
