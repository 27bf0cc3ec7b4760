import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createAfterResponse } from './after-response.ts';
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
  await expect.poll(() => server.server.listening).toBe(false);
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

test('work after a response also runs if the client is already gone', async () => {
  const server = createServer(silentLog);
  const afterResponse = createAfterResponse(server, silentLog);
  const done = Promise.withResolvers<void>();
  server.get('/', async (_request, reply) => {
    client.destroy();
    await once(reply.raw, 'close');
    afterResponse(reply, async () => done.resolve());
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await done.promise;
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

test('/healthz responds with 503 while the embedded database is broken', async () => {
  const server = createServer(silentLog);
  let isHealthy = false;
  registerHealthRoutes(server, {
    isHealthy: () => isHealthy,
    ping: async () => undefined,
    hasDatabaseKeys: async () => true,
  });
  const broken = await server.inject('/healthz');
  expect([broken.statusCode, broken.json()]).toEqual([
    503,
    { status: 'the embedded database is broken' },
  ]);
  isHealthy = true;
  expect((await server.inject('/healthz')).statusCode).toBe(200);
});

test('a connection whose response is not read ends, and one that reads slowly does not', async () => {
  const server = createServer(silentLog, { stalledMs: 300 });
  server.get('/large', async () => Buffer.alloc(64 * 1024 * 1024, 'x'));
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const send = () => {
    const client = connect(port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined);
    client.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return client;
  };
  const accepted = once(server.server, 'connection');
  send().pause();
  const [socket] = (await accepted) as [Socket];
  await once(socket, 'close');

  const reader = send();
  let bytes = 0;
  for await (const chunk of reader) {
    bytes += (chunk as Buffer).length;
    if (bytes > 64 * 1024 * 1024) break;
  }
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024);
});

test('a response that is not read ends within 35 s, for a limit of 30 s', {
  retry: 2,
}, async () => {
  // A fifth of both.
  const [stalledMs, latestMs] = [6_000, 7_000];
  const server = createServer(silentLog, { stalledMs });
  const sent = Promise.withResolvers<Socket>();
  server.get('/large', async ({ raw }) => {
    sent.resolve(raw.socket);
    return Buffer.alloc(64 * 1024 * 1024, 'x');
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined);
  client.pause();
  client.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const socket = await sent.promise;
  const first = await Promise.race([
    once(socket, 'close').then(() => 'closed'),
    // Time is the subject here.
    sleep(latestMs, 'still open'),
  ]);
  expect(first).toBe('closed');
});

test('headers that keep arriving end in time too', { retry: 2 }, async () => {
  // A fifth of 30 and 35 s.
  const [requestTimeoutMs, latestMs] = [6_000, 7_000];
  const server = createServer(silentLog, { requestTimeoutMs });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  const more = setInterval(() => client.write('X-More: 1\r\n'), 100);
  onTestFinished(() => {
    clearInterval(more);
    client.destroy();
  });
  // Time is the subject here.
  const late = sleep(latestMs, 'still open');
  const response = await Promise.race([text(client), late]);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test('a response that takes longer than a client may be silent is sent', async () => {
  const server = createServer(silentLog, { stalledMs: 200 });
  server.post('/slow', async () => {
    // Time is the subject here: longer than `stalledMs`.
    await sleep(600);
    return 'done';
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const slow = startSlowRequest(server.server.address() as AddressInfo, '/slow');
  slow.finish();
  expect(await text(await slow.response)).toBe('done');
});

test('a body that takes too long gets a 408, except at a route with a longer limit', async () => {
  const server = createServer(silentLog, { requestTimeoutMs: 100 });
  server.post('/note', async () => 'stored');
  const config = { bodyTimeoutMs: 60_000 };
  server.post('/upload', { config }, async ({ body }) => JSON.stringify(body));
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const send = (path: string) => startSlowRequest(server.server.address() as AddressInfo, path);

  const upload = send('/upload');
  const note = send('/note');
  const rejected = await note.response;
  expect(rejected.statusCode).toBe(408);
  expect(rejected.headers.connection).toBe('close');
  // It has taken longer by now.
  upload.finish();
  const accepted = await upload.response;
  expect([accepted.statusCode, await text(accepted)]).toEqual([200, '{"a":1}']);
});

test('a body of which nothing more arrives ends its connection, whatever its limit', async () => {
  const server = createServer(silentLog, { stalledMs: 200 });
  server.post('/upload', { config: { bodyTimeoutMs: 60_000 } }, async () => 'stored');
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const upload = startSlowRequest(server.server.address() as AddressInfo, '/upload');
  await expect(upload.response).rejects.toThrow('socket hang up');
});

/** Sends the first half of a body; `finish` sends the other. */
function startSlowRequest({ port }: AddressInfo, path: string) {
  const { promise: response, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'application/json', 'content-length': 7 };
  const options = { port, host: '127.0.0.1', path, method: 'POST', headers, agent: false };
  const sent = request(options, resolve).on('error', reject);
  onTestFinished(() => void sent.destroy());
  sent.write('{"a"');
  return { response, finish: () => sent.end(':1}') };
}

test('a client that disconnects within a body is not logged as an error', async () => {
  const lines: string[] = [];
  const server = createServer(pino({ level: 'error' }, { write: (line) => lines.push(line) }));
  const failed = Promise.withResolvers<number>();
  server.post('/', async () => 'read');
  server.addHook('onSend', async (_request, reply) => failed.resolve(reply.statusCode));
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const received = once(server.server, 'request');
  client.write(
    'POST / HTTP/1.1\r\nHost: a\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf',
  );
  await received;
  client.destroy();
  expect(await failed.promise).toBe(499);
  expect(lines).toEqual([]);
});

test('bytes that are no request get a response with the default headers', async () => {
  const server = createServer(silentLog);
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  client.write('NONSENSE\r\n\r\n');
  const response = (await client.toArray()).join('');
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(response).toContain('x-content-type-options: nosniff\r\n');
});

test('a 503 says when to try again, unless its route already does', async () => {
  const server = createServer(silentLog);
  server.get('/busy', async (_request, reply) => reply.code(503).send());
  server.get('/later', async (_request, reply) =>
    reply.code(503).header('retry-after', '60').send(),
  );
  expect((await server.inject('/busy')).headers['retry-after']).toBe('5');
  expect((await server.inject('/later')).headers['retry-after']).toBe('60');
});

test.each(['a/b', 'a%2Fb', 'a%252Fb', '50%', 'a b', 'a+b', 'a.b', 'a?b#c', 'ü李🦊', "a;b&c='"])(
  'the id %j arrives as it was sent at every operation',
  async (id) => {
    const server = createServer(silentLog);
    const withIds = contractEndpoints.filter(({ endpoint }) => endpoint.path.includes(':'));
    for (const { endpoint, folder } of withIds) {
      server.route({
        method: endpoint.method,
        url: `/${folder}${endpoint.path}`,
        handler: async ({ params }) => params,
      });
    }
    for (const { endpoint, folder } of withIds) {
      const path = endpoint.path.replace(/:[a-z_]+/g, encodeURIComponent(id));
      const { method } = endpoint;
      const response = await server.inject({ method, url: `/${folder}${path}` });
      expect(Object.values(response.json()), endpoint.id).toEqual(
        Array(endpoint.path.split(':').length - 1).fill(id),
      );
    }
    await server.close();
  },
);
