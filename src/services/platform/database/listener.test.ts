import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { Listener } from './listener.ts';

describe.skipIf(!postgresUrl)('listening on PostgreSQL', () => {
  async function openListener() {
    const url = new URL(postgresUrl ?? '');
    const notifier = new Client({ connectionString: url.href });
    await notifier.connect();
    onTestFinished(() => notifier.end());
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    const listener = new Listener(url.href, silentLog);
    onTestFinished(() => listener.close());
    // Notifications are the whole database's: a channel of one's own is nobody else's.
    const channel = `listener_test_${proxy.port}`;
    const notify = (payload: string) =>
      notifier.query('select pg_notify($1, $2)', [channel, payload]);
    return { listener, proxy, channel, notify };
  }

  test('each callback hears each payload, until it stops', async () => {
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

  test('after the connection was lost for a while, callbacks catch up once and hear again', async () => {
    const { listener, proxy, channel, notify } = await openListener();
    const heard: string[] = [];
    await listener.listen(channel, (payload) => heard.push(payload));
    await proxy.cut();
    await notify('missed');
    // More than one attempt to connect fails meanwhile.
    await sleep(2_300);
    expect(heard).toEqual([]);
    await proxy.restore();
    await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000 });
    await notify('after');
    await vi.waitFor(() => expect(heard).toEqual(['', 'after']));
  }, 30_000);

  test('what can not be listened to is refused, and not called later', async () => {
    const { listener, proxy, channel, notify } = await openListener();
    await proxy.cut();
    const refused: string[] = [];
    await expect(listener.listen(channel, (payload) => refused.push(payload))).rejects.toThrow();
    await proxy.restore();
    const heard: string[] = [];
    await listener.listen(channel, (payload) => heard.push(payload));
    await notify('one');
    await vi.waitFor(() => expect(heard).toEqual(['one']));
    expect(refused).toEqual([]);
  });
});
