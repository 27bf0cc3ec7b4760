import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookPoster } from './post-webhook.ts';

const TIMEOUT_MS = 300;

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

async function post(url: string, allowedNetworks?: string[]) {
  const allowPrivateAddresses = allowedNetworks === undefined;
  const options = { allowPrivateAddresses, ownOrigin: 'http://localhost:4180' };
  const poster = createWebhookPoster(
    { ...options, ...(allowedNetworks && { allowedNetworks }) },
    TIMEOUT_MS,
  );
  try {
    return await poster.post(url, [Buffer.from('{'), Buffer.from('}')], {});
  } finally {
    await poster.close();
  }
}

test.each([200, 204, 301, 400, 503])('returns the status %i', async (status) => {
  const url = await startServer((_request, response) => response.writeHead(status).end());
  expect(await post(url)).toEqual({ status });
});

test('names its sender', async () => {
  const agents: unknown[] = [];
  const url = await startServer(({ headers }, response) => {
    agents.push(headers['user-agent']);
    response.end();
  });
  await post(url);
  expect(agents).toEqual(['Patron-Webhooks/1']);
});

test('times out without a response', async () => {
  const url = await startServer(() => {});
  expect(await post(url)).toEqual({ status: null, error: 'No response within 0.3 s' });
});

test('returns the status of a response that never ends', async () => {
  const url = await startServer((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'.repeat(10_000)), 5);
    response.once('close', () => clearInterval(drip));
  });
  expect(await post(url)).toEqual({ status: 200 });
});

test('returns why there was no response', async () => {
  const disconnecting = await startServer((request) => request.socket.destroy());
  expect(await post(disconnecting)).toMatchObject({
    status: null,
    error: expect.stringMatching(/./),
  });
  expect(await post('http://127.0.0.1:1/hook')).toMatchObject({
    status: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await post('not a URL')).toMatchObject({ status: null, error: 'Invalid URL' });
});

test('reaches allowed private networks, by address and by name, but no others by a redirect', async () => {
  let requests = 0;
  const inside = await startServer((_request, response) => {
    requests += 1;
    response.end();
  });
  expect(await post(inside, ['127.0.0.0/8'])).toEqual({ status: 200 });
  expect(await post(inside.replace('127.0.0.1', '[::ffff:127.0.0.1]'), ['127.0.0.1'])).toEqual({
    status: 200,
  });
  const named = inside.replace('127.0.0.1', 'localhost');
  expect(await post(named, ['127.0.0.0/8', '::1'])).toEqual({ status: 200 });
  const reached = requests;
  for (const [url, networks] of [
    [inside, ['127.0.0.2', '10.0.0.0/8']],
    [named, ['10.0.0.0/8']],
  ] as const) {
    expect(await post(url, [...networks])).toMatchObject({
      error: expect.stringContaining('does not have a public address'),
    });
  }
  const redirecting = await startServer((_request, response) =>
    response.writeHead(307, { location: inside }).end(),
  );
  expect(await post(redirecting, ['127.0.0.1'])).toEqual({ status: 307 });
  expect(requests).toBe(reached);
});
