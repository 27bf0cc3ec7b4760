import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createServer } from './server.ts';

test('a connection that its client keeps does not hold up the end, once it is answered', async () => {
  const server = createServer(silentLog);
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get('/slow', async () => {
    begun.resolve();
    await release.promise;
    return 'answered';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { port } = server.server.address() as AddressInfo;
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/slow', agent }, resolve).on('error', reject).end();
  });
  await begun.promise;

  const closed = server.close();
  await sleep(50);
  release.resolve();
  expect(await text(await answer)).toBe('answered');
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('a connection on which nothing was asked does not hold up the end', async () => {
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
