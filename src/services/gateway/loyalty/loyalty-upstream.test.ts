import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import {
  respondOk,
  startUpstream,
  type TestUpstream,
} from '#services/gateway/testing/start-upstream.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createLog } from '#services/platform/log.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { sendToLoyalty } from './loyalty-upstream.ts';

const MEMBERS = '/teams/1/loyalty/v2/loyalty/members';
const RESPONSE_BYTES = 100_000;

const logged: string[] = [];
let storage: Storage;
let upstream: TestUpstream;
let gateway: TestGateway;

const connectTo = (baseUrl: string) =>
  saveLoyaltyConnection(storage.db, gateway.dependencies.encryption, 1, {
    baseUrl,
    partnerId: 'the-partner',
    apiKey: 'the-api-key',
    webhookSecret: 'secret',
  });

beforeAll(async () => {
  storage = await openEmbeddedCopy();
  upstream = await startUpstream();
  const limits = {
    ...GATEWAY_LIMITS,
    upstreamHeadersMs: 300,
    upstreamTotalMs: 1_500,
    upstreamResponseBytes: RESPONSE_BYTES,
  };
  const log = createLog('error', { write: (line) => void logged.push(line) });
  gateway = await startGateway(storage, { limits, log });
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await storage?.close();
});
beforeEach(async () => {
  upstream.respond = respondOk;
  await connectTo(upstream.url);
});

/** Reads an error of the gateway, and checks that it doesn't reveal the keys. */
async function readError(
  response: Response,
): Promise<{ status: number; code: string | undefined; detail: string }> {
  const text = await response.text();
  expect(`${text}${JSON.stringify([...response.headers])}`).not.toMatch(/the-api-key|the-partner/);
  expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
  const [error] = (JSON.parse(text) as { errors: { code: string; detail: string }[] }).errors;
  return { status: response.status, code: error?.code, detail: error?.detail ?? '' };
}

test.each([200, 201, 400, 404, 405, 409, 413, 415, 422, 429, 500, 503])(
  'passes a response of %i unchanged',
  async (status) => {
    const body = Buffer.from('{ "error" : "as\\u0020sent", "bytes": "\u00e9" }\n');
    upstream.respond = (_request, response) =>
      void response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '7',
        })
        .end(body);
    const response = await gateway.call(MEMBERS);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('retry-after')).toBe('7');
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  },
);

test('passes only the headers that describe the body', async () => {
  upstream.respond = ({ headers }, response) =>
    void response
      .writeHead(200, {
        'content-type': 'application/json',
        'api-key': String(headers['api-key']),
        'x-debug': `${headers['api-key']} ${headers['partner-id']}`,
        'set-cookie': ['session=1', 'other=2'],
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=600',
        server: 'upstream',
      })
      .end('{}');
  const response = await gateway.call(MEMBERS);
  expect(JSON.stringify([...response.headers])).not.toMatch(
    /the-api-key|the-partner|session=1|access-control|upstream/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('passes a compressed response', async () => {
  upstream.respond = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync('{"success":true}'));
  expect(await (await gateway.call(MEMBERS)).json()).toEqual({ success: true });
});

test('responds to HEAD as to GET without the body', async () => {
  const response = await gateway.call(MEMBERS, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

describe('configuration errors, which are never a 401', () => {
  const save = (changes: { baseUrl?: string; apiKey?: string }) =>
    saveLoyaltyConnection(storage.db, gateway.dependencies.encryption, 1, {
      baseUrl: upstream.url,
      partnerId: 'the-partner',
      apiKey: 'the-api-key',
      webhookSecret: 'secret',
      ...changes,
    });
  const CONFIGURATION = /Ask your Patron administrator to check the team's loyalty program\.$/;

  test.each([401, 403])(
    'are reported for keys that the upstream rejects with %i',
    async (status) => {
      upstream.respond = ({ headers }, response) =>
        void response
          .writeHead(status, { 'www-authenticate': 'x' })
          .end(String(headers['api-key']));
      const { status: received, code, detail } = await readError(await gateway.call(MEMBERS));
      expect([received, code]).toEqual([502, '5020000']);
      expect(detail).toMatch(/rejected this team's keys/);
      expect(detail).toMatch(CONFIGURATION);
    },
  );

  test('are reported for keys that are not valid in a header', async () => {
    await save({ apiKey: 'the-api-key\r\nx: y' });
    const { status, detail } = await readError(await gateway.call(MEMBERS));
    expect(status).toBe(502);
    expect(detail).toMatch(CONFIGURATION);
  });

  test.each(['no address', 'ftp://loyalty.example/v2'])(
    'are reported for the URL %j',
    async (baseUrl) => {
      await save({ baseUrl });
      const { status, detail } = await readError(await gateway.call(MEMBERS));
      expect(status).toBe(502);
      expect(detail).toMatch(CONFIGURATION);
    },
  );

  test('are reported for keys that another deployment encrypted', async () => {
    const foreign = createEncryption(await createKeyring());
    await saveLoyaltyConnection(storage.db, foreign, 1, {
      baseUrl: upstream.url,
      partnerId: 'the-partner',
      apiKey: 'the-api-key',
      webhookSecret: 'secret',
    });
    const { status, detail } = await readError(await gateway.call(MEMBERS));
    expect([status, detail]).toEqual([502, expect.stringMatching(CONFIGURATION)]);
    const delivery = await fetch(`${gateway.url}/gateway/teams/1/webhooks/loyalty`, {
      method: 'POST',
      body: '{}',
    });
    // An error, so that the sender keeps the events and retries.
    expect(await readError(delivery)).toEqual({
      status: 503,
      code: '503',
      detail: expect.stringMatching(CONFIGURATION),
    });
  });
});

test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
  const other = await startUpstream();
  upstream.respond = (_request, response) =>
    void response.writeHead(status, { location: `${other.url}/stolen` }).end();
  const response = await gateway.call(MEMBERS, { redirect: 'manual' });
  expect(response.headers.get('location')).toBeNull();
  expect((await readError(response)).status).toBe(502);
  expect(other.received).toEqual([]);
  await other.close();
});

test("responds with 502 if the upstream can't be reached, and logs why", async () => {
  await connectTo('http://127.0.0.1:1/v2');
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);
  expect(logged.at(-1)).toContain('connect ECONNREFUSED 127.0.0.1:1');
});

test('responds with 502 if the upstream closes the connection before or within its response', async () => {
  upstream.respond = (_request, response) => void response.socket?.destroy();
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);
  upstream.respond = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half of i', () => response.socket?.destroy());
  };
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);
});

test("responds with 502 if the upstream doesn't use HTTP", async () => {
  upstream.respond = (_request, response) => void response.socket?.end('what?\r\n\r\n');
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);
});

test('responds with 504 if the upstream sends nothing', async () => {
  upstream.respond = () => {};
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(504);
});

test('responds with 504 if the upstream sends data slowly without end', async () => {
  upstream.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(drip));
  };
  const startedAt = performance.now();
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(504);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('responds with 502 to a response that is too large, and stops reading it', async () => {
  upstream.respond = (_request, response) => void response.end(Buffer.alloc(RESPONSE_BYTES, 32));
  const largest = await gateway.call(MEMBERS);
  expect(largest.status).toBe(200);
  expect(await largest.arrayBuffer()).toHaveProperty('byteLength', RESPONSE_BYTES);

  upstream.respond = (_request, response) =>
    void response.end(Buffer.alloc(RESPONSE_BYTES + 1, 32));
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);

  let closed: Promise<unknown> | undefined;
  upstream.respond = (_request, response) => {
    closed = once(response, 'close');
    response.writeHead(200);
    const fill = setInterval(() => response.write(Buffer.alloc(50_000)), 10);
    response.once('close', () => clearInterval(fill));
  };
  expect((await readError(await gateway.call(MEMBERS))).status).toBe(502);
  await closed;
});

test('requests a page that is too large again with fewer items, down to one', async () => {
  const counts: number[] = [];
  let bytesPerItem = 1_000;
  upstream.respond = ({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://upstream');
    const count = Number(searchParams.get('count') ?? 100);
    expect(searchParams.get('start_cursor')).toBe('a b');
    counts.push(count);
    response.end(Buffer.alloc(count * bytesPerItem, 32));
  };
  const read = (query: string) => gateway.call(`${MEMBERS}?start_cursor=a%20b${query}`);
  const page = await read('&count=1000');
  expect(await page.arrayBuffer()).toHaveProperty('byteLength', 15 * bytesPerItem);
  expect(counts).toEqual([1000, 125, 15]);

  counts.length = 0;
  bytesPerItem = RESPONSE_BYTES + 1;
  expect(await readError(await read(''))).toEqual({
    status: 502,
    code: '502',
    detail: "The loyalty service's response is too large.",
  });
  expect(counts).toEqual([100, 12, 1]);
});

test('a service in this process is reached although the environment has a proxy', async () => {
  const dispatcher = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(dispatcher));
  setGlobalDispatcher(new ProxyAgent('http://127.0.0.1:1'));
  const send = (isDirect: boolean) =>
    sendToLoyalty(
      {
        method: 'GET',
        url: upstream.url,
        headers: {},
        body: undefined,
        signal: new AbortController().signal,
        isDirect,
      },
      GATEWAY_LIMITS,
    );
  await expect(send(false)).rejects.toMatchObject({ status: 502 });
  expect((await send(true)).status).toBe(200);
});
