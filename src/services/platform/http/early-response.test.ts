import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createServer } from './server.ts';

const MB = 1024 * 1024;

async function startServer() {
  const server = createServer(silentLog);
  server.post('/note', async () => 'stored');
  server.post('/small', { config: { unreadMaxBytes: MB } }, async () => 'stored');
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post('/stream', async ({ body }) => {
      const chunks = (body as Readable).iterator({ destroyOnReturn: false });
      await chunks.next();
      // Nobody takes what it waits for.
      void chunks.next();
      return 'stored';
    });
  });
  server.post('/denied', {
    onRequest: async (_request, reply) => reply.code(401).send(),
    handler: async () => 'stored',
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  return (server.server.address() as AddressInfo).port;
}

/** Sends the whole body before it reads, like many clients. @returns the first line of the response */
async function send(port: number, path: string, bytes: number): Promise<string> {
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.pause();
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject);
    client.write(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x')]), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  client.resume();
  const [chunk] = await once(client, 'data');
  return String(chunk).split('\r\n')[0] ?? '';
}

test.each([
  ['/note', 'HTTP/1.1 413 Payload Too Large'],
  ['/denied', 'HTTP/1.1 401 Unauthorized'],
])('a response that did not wait for a large body of %s reaches its client', async (path, line) => {
  const port = await startServer();
  const lines = await Promise.all(Array.from({ length: 10 }, () => send(port, path, 8 * MB)));
  expect(lines).toEqual(Array(10).fill(line));
});

test('a body that continues after its response is cut at a size', async () => {
  const port = await startServer();
  await expect(send(port, '/small', 64 * MB)).rejects.toThrow(/ECONNRESET|EPIPE/);
});

test.each([
  ['/note', 413],
  ['/stream', 200],
])('the connection of %s can be used for another request afterwards', async (path, status) => {
  const port = await startServer();
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\ncontent-type: text/plain\r\n`;
  client.write(`${head}content-length: ${MB}\r\n\r\n${'x'.repeat(MB)}`);
  client.write(`${head}content-length: 1\r\nconnection: close\r\n\r\nx`);
  const statuses = (await text(client)).matchAll(/HTTP\/1\.1 (\d+)/g);
  expect(Array.from(statuses, ([, each]) => Number(each))).toEqual([status, 200]);
});
