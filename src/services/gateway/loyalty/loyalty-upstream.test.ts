import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import {
  respondOk,
  startUpstream,
  type TestUpstream,
} from '#services/gateway/testing/start-upstream.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';
import { saveLoyaltyConnection } from './loyalty-connections.ts';

const MEMBERS = '/teams/1/loyalty/v2/loyalty/members';
const ANSWER_BYTES = 100_000;

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
    upstreamResponseBytes: ANSWER_BYTES,
  };
  gateway = await startGateway(storage, { limits });
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await storage?.close();
});
beforeEach(async () => {
  upstream.answer = respondOk;
  await connectTo(upstream.url);
});

/** The gateway's own refusal: its status, checked to tell nothing of the keys. */
async function refusalOf(answer: Response): Promise<{ status: number; detail: string }> {
  const text = await answer.text();
  expect(`${text}${JSON.stringify([...answer.headers])}`).not.toMatch(/the-api-key|the-partner/);
  expect(answer.headers.get('content-type')).toBe('application/vnd.api+json');
  const [error] = (JSON.parse(text) as { errors: { detail: string }[] }).errors;
  return { status: answer.status, detail: error?.detail ?? '' };
}

test.each([200, 201, 400, 404, 405, 409, 413, 415, 422, 429, 500, 503])(
  'passes a response of %i unchanged',
  async (status) => {
    const body = Buffer.from('{ "error" : "as\\u0020sent", "bytes": "\u00e9" }\n');
    upstream.answer = (_request, response) =>
      void response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '7',
        })
        .end(body);
    const answer = await gateway.call(MEMBERS);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  },
);

test('passes only the headers that describe the body', async () => {
  upstream.answer = ({ headers }, response) =>
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
  const answer = await gateway.call(MEMBERS);
  expect(JSON.stringify([...answer.headers])).not.toMatch(
    /the-api-key|the-partner|session=1|access-control|upstream/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('passes a compressed response', async () => {
  upstream.answer = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync('{"success":true}'));
  expect(await (await gateway.call(MEMBERS)).json()).toEqual({ success: true });
});

test('responds to HEAD as to GET without the body', async () => {
  const answer = await gateway.call(MEMBERS, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('');
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

  test.each([401, 403])('are reported for keys that the upstream rejects with %i', async (status) => {
    upstream.answer = ({ headers }, response) =>
      void response.writeHead(status, { 'www-authenticate': 'x' }).end(String(headers['api-key']));
    const { status: told, detail } = await refusalOf(await gateway.call(MEMBERS));
    expect(told).toBe(502);
    expect(detail).toMatch(/rejected this team's keys/);
    expect(detail).toMatch(CONFIGURATION);
  });

  test('are reported for keys that are not valid in a header', async () => {
    await save({ apiKey: 'the-api-key\r\nx: y' });
    const { status, detail } = await refusalOf(await gateway.call(MEMBERS));
    expect(status).toBe(502);
    expect(detail).toMatch(CONFIGURATION);
  });

  test.each(['no address', 'ftp://loyalty.example/v2'])('are reported for the URL %j', async (baseUrl) => {
    await save({ baseUrl });
    const { status, detail } = await refusalOf(await gateway.call(MEMBERS));
    expect(status).toBe(502);
    expect(detail).toMatch(CONFIGURATION);
  });

  test('are reported for keys that another deployment encrypted', async () => {
    const foreign = createEncryption(await createKeyring());
    await saveLoyaltyConnection(storage.db, foreign, 1, {
      baseUrl: upstream.url,
      partnerId: 'the-partner',
      apiKey: 'the-api-key',
      webhookSecret: 'secret',
    });
    const { status, detail } = await refusalOf(await gateway.call(MEMBERS));
    expect([status, detail]).toEqual([502, expect.stringMatching(CONFIGURATION)]);
    const delivery = await fetch(`${gateway.url}/gateway/teams/1/webhooks/loyalty`, {
      method: 'POST',
      body: '{}',
    });
    // Not acknowledged, so that the sender keeps the events and tries again.
    expect(await refusalOf(delivery)).toEqual({
      status: 503,
      detail: expect.stringMatching(CONFIGURATION),
    });
  });
});

test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
  const other = await startUpstream();
  upstream.answer = (_request, response) =>
    void response.writeHead(status, { location: `${other.url}/stolen` }).end();
  const answer = await gateway.call(MEMBERS, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBeNull();
  expect((await refusalOf(answer)).status).toBe(502);
  expect(other.seen).toEqual([]);
  await other.close();
});

test("responds with 502 if the upstream can't be reached", async () => {
  await connectTo('http://127.0.0.1:1/v2');
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);
});

test('responds with 502 if the upstream closes the connection before or within its response', async () => {
  upstream.answer = (_request, response) => void response.socket?.destroy();
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of i');
    setTimeout(() => response.socket?.destroy(), 20);
  };
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);
});

test("responds with 502 if the upstream doesn't use HTTP", async () => {
  upstream.answer = (_request, response) => void response.socket?.end('what?\r\n\r\n');
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);
});

test('responds with 504 if the upstream sends nothing', async () => {
  upstream.answer = () => {};
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(504);
});

test('responds with 504 if the upstream sends data slowly without end', async () => {
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(drip));
  };
  const startedAt = performance.now();
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(504);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('responds with 502 to a response that is too large, and stops reading it', async () => {
  upstream.answer = (_request, response) => void response.end(Buffer.alloc(ANSWER_BYTES, 32));
  const largest = await gateway.call(MEMBERS);
  expect(largest.status).toBe(200);
  expect(await largest.arrayBuffer()).toHaveProperty('byteLength', ANSWER_BYTES);

  upstream.answer = (_request, response) => void response.end(Buffer.alloc(ANSWER_BYTES + 1, 32));
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);

  let closed: Promise<unknown> | undefined;
  upstream.answer = (_request, response) => {
    closed = once(response, 'close');
    response.writeHead(200);
    const fill = setInterval(() => response.write(Buffer.alloc(50_000)), 10);
    response.once('close', () => clearInterval(fill));
  };
  expect((await refusalOf(await gateway.call(MEMBERS))).status).toBe(502);
  await closed;
});

test('aborts the upstream request when the client disconnects', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>();
  // It never ends, so that within the time limit only the client's leaving can end the call.
  upstream.answer = (_request, response) => {
    response.writeHead(200).write('{');
    reach(response);
  };
  const client = httpRequest(`${gateway.url}/gateway${MEMBERS}`, {
    headers: { authorization: 'Bearer all' },
  });
  client.on('error', () => {});
  client.end();
  const closed = once(await reached, 'close');
  const leftAt = performance.now();
  client.destroy();
  await closed;
  expect(performance.now() - leftAt).toBeLessThan(700);
});

test('does not call the upstream if the client disconnects before authorization', async () => {
  const [asked, admission] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hesitant = await startGateway(storage, {
    encryption: gateway.dependencies.encryption,
    authorizeTeamMember: async () => {
      asked.resolve();
      await admission.promise;
      return { teamId: 1 };
    },
  });
  const client = httpRequest(`${hesitant.url}/gateway${MEMBERS}`);
  client.on('error', () => {});
  client.end();
  await asked.promise;
  const seen = upstream.seen.length;
  client.destroy();
  await sleep(50);
  admission.resolve();
  await sleep(150);
  expect(upstream.seen).toHaveLength(seen);
  await hesitant.close();
});

test('responds to a client that waits long after its request has ended', async () => {
  upstream.answer = async (request, response) => {
    await sleep(150);
    respondOk(request, response);
  };
  const { status } = await sendRaw(gateway.url, {
    method: 'POST',
    path: `/gateway${MEMBERS}`,
    headers: { authorization: 'Bearer all', 'content-length': '0' },
  });
  expect(status).toBe(200);
});
