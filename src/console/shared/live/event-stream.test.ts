import { afterEach, expect, test } from 'vitest';
import type { AccessSource } from '#console/api/client.ts';
import { type LocalServer, startLocalServer } from '#console/testing/local-server.ts';
import { openEventStream } from './event-stream.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

const ACCESS: AccessSource = {
  access: async () => ({ accessToken: 'old', scopes: [] }),
  renew: async () => ({ accessToken: 'new', scopes: [] }),
};

let server: LocalServer;
afterEach(() => server.close());

function open(options: { lastEventId?: string; maxSilenceMs?: number } = {}) {
  const { lastEventId, ...rest } = options;
  return openEventStream({
    url: server.url,
    accessSource: ACCESS,
    lastEventId,
    signal: new AbortController().signal,
    ...rest,
  });
}

async function readAll(stream: AsyncIterable<ServerSentEvent>) {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

test('event stream sends the token and the last event id, and ends with the response', async () => {
  server = await startLocalServer(() => ({ body: 'id: 8\ndata: {}\n\n' }));
  expect(await readAll(open({ lastEventId: '7' }))).toEqual([
    { id: '8', name: 'message', data: '{}' },
  ]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer old',
    'last-event-id': '7',
  });
});

test('event stream retries once with a new token after 401', async () => {
  server = await startLocalServer(({ headers }) =>
    headers.authorization === 'Bearer new' ? { body: 'data: 1\n\n' } : { status: 401 },
  );
  expect(await readAll(open())).toHaveLength(1);
});

test('event stream rejects with the error response', async () => {
  server = await startLocalServer(() => ({
    status: 403,
    headers: { 'x-request-id': 'request-1' },
    body: { errors: [{ code: '4030000', detail: 'No.' }] },
  }));
  await expect(readAll(open())).rejects.toMatchObject({
    kind: 'error-response',
    status: 403,
    detail: 'No.',
    requestId: 'request-1',
  });
});

test('event stream reports a lost connection as a network error', async () => {
  const received = Promise.withResolvers<void>();
  server = await startLocalServer(() => ({
    stream: (async function* () {
      yield 'data: 1\n\n';
      await received.promise;
      throw new Error('Connection lost');
    })(),
  }));
  const stream = open();
  expect((await stream.next()).value).toMatchObject({ data: '1' });
  received.resolve();
  await expect(stream.next()).rejects.toMatchObject({ kind: 'network' });
});

test('event stream times out without a heartbeat', async () => {
  const stillOpen = Promise.withResolvers<void>();
  server = await startLocalServer(() => ({
    stream: (async function* () {
      yield 'data: 1\n\n';
      await stillOpen.promise;
    })(),
  }));
  await expect(readAll(open({ maxSilenceMs: 200 }))).rejects.toMatchObject({ kind: 'timeout' });
  stillOpen.resolve();
});
