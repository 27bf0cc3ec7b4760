import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createServer, registerHealthRoutes } from './server.ts';

test('a keep-alive connection does not delay the shutdown after its last response', async () => {
  const server = createServer(silentLog);
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get('/slow', async () => {
    started.resolve();
    await release.promise;
    return 'done';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { port } = server.server.address() as AddressInfo;
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/slow', agent }, resolve).on('error', reject).end();
  });
  await started.promise;

  const closed = server.close();
  await sleep(50);
  release.resolve();
  expect(await text(await response)).toBe('done');
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('an unused connection does not delay the shutdown', async () => {
  const server = createServer(silentLog);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const accepted = once(server.server, 'connection');
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.on('error', () => {});
  await accepted;

  const startedAt = performance.now();
  await server.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("/readyz responds with 503 while the keys are another database's", async () => {
  const server = createServer(silentLog);
  let hasDatabaseKeys = false;
  registerHealthRoutes(server, {
    ping: async () => undefined,
    hasDatabaseKeys: async () => hasDatabaseKeys,
  });
  const rejected = await server.inject('/readyz');
  expect([rejected.statusCode, rejected.json()]).toEqual([
    503,
    { status: 'the keys are not those of the database' },
  ]);
  expect((await server.inject('/healthz')).statusCode).toBe(200);
  hasDatabaseKeys = true;
  expect((await server.inject('/readyz')).statusCode).toBe(200);
});
