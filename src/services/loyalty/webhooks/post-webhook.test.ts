import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookPoster } from './post-webhook.ts';

const TIMEOUT_MS = 300;

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

async function post(url: string) {
  const options = { allowPrivateAddresses: true, ownOrigin: 'http://localhost:4180' };
  const poster = createWebhookPoster(options, TIMEOUT_MS);
  try {
    return await poster.post(url, '{}', {});
  } finally {
    await poster.close();
  }
}

test.each([200, 204, 301, 400, 503])('tells the status %i', async (status) => {
  const url = await startServer((_request, response) => response.writeHead(status).end());
  expect(await post(url)).toEqual({ status });
});

test('an attempt without an answer ends after the time limit', async () => {
  const url = await startServer(() => {});
  const startedAt = performance.now();
  expect(await post(url)).toEqual({ status: null, error: 'No response within 0.3 s' });
  expect(performance.now() - startedAt).toBeLessThan(10 * TIMEOUT_MS);
});

test('an answer that never ends does not hold anything up: its status is what counts', async () => {
  const url = await startServer((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'.repeat(10_000)), 5);
    response.once('close', () => clearInterval(drip));
  });
  expect(await post(url)).toEqual({ status: 200 });
});

test('why there was no answer is told', async () => {
  const hangsUp = await startServer((request) => request.socket.destroy());
  expect(await post(hangsUp)).toMatchObject({ status: null, error: expect.stringMatching(/./) });
  expect(await post('http://127.0.0.1:1/hook')).toMatchObject({
    status: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await post('no address')).toMatchObject({ status: null, error: 'Invalid URL' });
});
