import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ConnectedGateway,
  startConnectedGateway,
} from '#services/gateway/testing/start-connected-gateway.ts';
import type { TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { respondOk, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';

const BASE = '/teams/1/loyalty/v2';
const MEMBERS = `${BASE}/loyalty/members`;
const TOKEN = { authorization: 'Bearer all' };

let connected: ConnectedGateway;
let upstream: TestUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  connected = await startConnectedGateway();
  ({ gateway, upstream } = connected);
}, 60_000);
afterAll(() => connected?.close());
beforeEach(() => {
  upstream.received.length = 0;
  upstream.respond = respondOk;
});

describe('requests to the upstream', () => {
  test('that change something are recorded with what was sent, as the rest is not known', async () => {
    await connected.storage.db.delete(auditEvents);
    await gateway.call(`${MEMBERS}/M-1?idParam=member_id`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Jo', member_tags: ['vip'] }),
    });
    const [event] = await connected.storage.db.select().from(auditEvents);
    expect(event).toMatchObject({ action: 'member.update', subjectId: 'M-1' });
    expect(event?.changes).toEqual([
      { field: 'first_name', after: 'Jo' },
      { field: 'member_tags', after: ['vip'] },
    ]);
  });

  test.each([
    ['GET', '/loyalty/members'],
    ['POST', '/loyalty/members'],
    ['GET', '/loyalty/members/M-1'],
    ['POST', '/loyalty/members/M-1'],
    ['DELETE', '/loyalty/members/M-1'],
    ['GET', '/loyalty/members/M-1/activities'],
    ['GET', '/loyalty/activities'],
    ['GET', '/loyalty/activities/A-1'],
  ])('pass %s %s with its query unchanged', async (method, path) => {
    const query = '?idParam=member_id&a=b?c&member_tags=%7B%22x%22%3A1%7D&a=2';
    expect((await gateway.call(`${BASE}${path}${query}`, { method })).status).toBe(200);
    expect(upstream.received).toMatchObject([{ method, url: `/v2${path}${query}` }]);
  });

  test("have the team's keys, even if the client sends these headers", async () => {
    await gateway.call(MEMBERS, {
      headers: {
        'api-key': 'forged',
        'Partner-Id': 'forged',
        'access-token': 'forged',
        cookie: 'a=b',
        'x-forwarded-for': '1.2.3.4',
        'accept-encoding': 'gzip',
      },
    });
    const headers = upstream.received[0]?.headers ?? {};
    expect(headers).toMatchObject({ 'api-key': 'the-api-key', 'partner-id': 'the-partner' });
    expect(Object.keys(headers).sort()).toEqual([
      'api-key',
      'connection',
      'host',
      'partner-id',
      'x-request-id',
    ]);
  });

  test("have the same bytes and media type as the client's body", async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x00, 0xc3, 0x28, 0x0a, 0x20, 0x7d]);
    const type = 'application/json; charset=utf-8';
    await gateway.call(MEMBERS, { method: 'POST', body, headers: { 'content-type': type } });
    expect(upstream.received[0]?.body.equals(body)).toBe(true);
    expect(upstream.received[0]?.headers).toMatchObject({
      'content-type': type,
      'content-length': String(body.length),
    });
  });

  test('have no body above 1 MB', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const fits = await gateway.call(MEMBERS, { ...init, body: Buffer.alloc(1024 * 1024) });
    expect(fits.status).toBe(200);
    const tooLarge = await gateway.call(MEMBERS, { ...init, body: Buffer.alloc(1024 * 1024 + 1) });
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toMatchObject({ errors: [{ status: '413' }] });
    expect(upstream.received).toHaveLength(1);
  });

  test('have no body for DELETE, which has none in the specification', async () => {
    const headers = { 'content-type': 'application/json' };
    await gateway.call(`${MEMBERS}/1`, { method: 'DELETE', body: '{}', headers });
    expect(upstream.received[0]?.body).toHaveLength(0);
  });
});

describe('paths of the loyalty gateway', () => {
  test.each([
    ['M%2F1', 'M%2F1'],
    ['M%5C1', 'M%5C1'],
    ['M%3Fx%23y', 'M%3Fx%23y'],
    ['%2541', '%2541'],
    ['M;v=1', 'M%3Bv%3D1'],
    ['%C3%A9', '%C3%A9'],
    // Not valid UTF-8, so it is used literally.
    ['%FF', '%25FF'],
    ['...', '...'],
  ])('keep the id %s in one segment', async (id, sent) => {
    const path = `/gateway${MEMBERS}/${id}`;
    expect((await sendRaw(gateway.url, { path, headers: TOKEN })).status).toBe(200);
    expect(upstream.received[0]?.url).toBe(`/v2/loyalty/members/${sent}`);
  });

  test.each([
    '.',
    '..',
    '%2e%2e',
    '.%2E',
    '..%2F..%2Factivities',
    'x%2F..%2F..%2Fadmin',
    '..%5C..%5Cadmin',
    'M%00',
    'M%0d%0aapi-key:x',
    '',
    'M-1/',
    'M-1/rewards',
    '../activities',
    '%2e%2e/activities',
  ])('do not reach the upstream with /members/%s', async (path) => {
    const { status, body } = await sendRaw(gateway.url, {
      path: `/gateway${MEMBERS}/${path}`,
      headers: TOKEN,
    });
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('success');
    expect(upstream.received).toEqual([]);
  });

  test.each([
    '/loyalty/transactions',
    '/loyalty',
    '',
    '/',
    '//loyalty/members',
    '/loyalty/Members',
  ])("are 404 if the specification doesn't have them: %s", async (path) => {
    const { status, headers, body } = await sendRaw(gateway.url, {
      path: `/gateway${BASE}${path}`,
      headers: TOKEN,
    });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/vnd.api+json');
    expect(JSON.parse(body)).toMatchObject({ errors: [{ status: '404' }] });
    expect(upstream.received).toEqual([]);
  });

  test.each([
    ['PATCH', '/loyalty/members', 'GET, HEAD, POST'],
    ['DELETE', '/loyalty/members', 'GET, HEAD, POST'],
    ['PUT', '/loyalty/members/M-1', 'DELETE, GET, HEAD, POST'],
    ['POST', '/loyalty/activities', 'GET, HEAD'],
    ['DELETE', '/loyalty/activities/A-1', 'GET, HEAD'],
  ])('respond to %s %s with 405 and Allow', async (method, path, allow) => {
    const response = await gateway.call(`${BASE}${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ errors: [{ status: '405' }] });
    expect(upstream.received).toEqual([]);
  });
});
