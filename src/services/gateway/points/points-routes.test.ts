import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type ConnectedGateway,
  startConnectedGateway,
} from '#services/gateway/testing/start-connected-gateway.ts';
import type { TestGateway } from '#services/gateway/testing/start-gateway.ts';
import type { TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';

const ENTRY = {
  id: '7',
  at: '2026-03-18T12:00:00.000Z',
  kind: 'adjusted',
  points: 5,
  balance: 15,
  activity: null,
  reason: 'Goodwill',
  expires_on: null,
};
const PAGE = { data: [ENTRY], total: 1, next_cursor: null, more: false };

let connected: ConnectedGateway;
let upstream: TestUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  connected = await startConnectedGateway({ isOwn: true });
  ({ gateway, upstream } = connected);
  gateway.users.set('viewer', { teamIds: [1], scopes: ['teams:read'], canWrite: false });
  gateway.users.set('two', { teamIds: [2], scopes: ['teams:read'], canWrite: false });
}, 60_000);
afterAll(() => connected?.close());
beforeEach(() => {
  upstream.received.length = 0;
});

const respondWith = (status: number, body: unknown) => {
  upstream.respond = (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const post = (body: unknown, token = 'all') =>
  gateway.call('/teams/1/points/M-1', {
    method: 'POST',
    token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test('the points history is read from the loyalty service with the keys of the team', async () => {
  respondWith(200, PAGE);
  const response = await gateway.call('/teams/1/points/M%2F1?count=20&start_cursor=1-2', {
    token: 'viewer',
  });
  expect([response.status, await response.json()]).toEqual([200, PAGE]);
  expect(upstream.received).toMatchObject([
    {
      url: '/v2/patron/members/M%2F1/points?idParam=member_id&count=20&start_cursor=1-2',
      headers: { 'api-key': 'the-api-key', 'partner-id': 'the-partner' },
    },
  ]);
});

test('the use of activities is read from the loyalty service, if it counts it', async () => {
  const use = { data: [{ activity_id: 'purchase', times: 2, points: 20 }] };
  respondWith(200, use);
  const response = await gateway.call('/teams/1/activity-use', { token: 'viewer' });
  expect([response.status, await response.json()]).toEqual([200, use]);
  expect(upstream.received).toMatchObject([{ url: '/v2/patron/activity-use' }]);
  respondWith(404, {});
  expect((await gateway.call('/teams/1/activity-use')).status).toBe(404);
  expect((await gateway.call('/teams/1/activity-use', { token: 'two' })).status).toBe(403);
});

test('adjusting points needs the right to write, and a reason', async () => {
  respondWith(200, { data: ENTRY });
  const adjustment = { points: 5, reason: 'Goodwill' };
  expect((await post(adjustment, 'viewer')).status).toBe(403);
  expect((await post({ points: 5 })).status).toBe(422);
  expect((await post({ points: 0, reason: 'x' })).status).toBe(422);
  expect(upstream.received).toEqual([]);
  expect(await (await post(adjustment)).json()).toEqual({ data: ENTRY });
  expect(JSON.parse(upstream.received[0]?.body.toString() ?? '')).toEqual(adjustment);
});

test('an adjustment in an external loyalty service is recorded, and its history is not asked for', async () => {
  const { storage, ...external } = await startConnectedGateway();
  onTestFinished(external.close);
  const adjust = (points: number, status: number, body: unknown) => {
    external.upstream.respond = (_request, response) =>
      void response.writeHead(status).end(JSON.stringify(body));
    return external.gateway.call('/teams/1/points/M-1', {
      method: 'POST',
      body: JSON.stringify({ points, reason: 'Goodwill' }),
      headers: { 'content-type': 'application/json' },
    });
  };
  for (const path of ['/teams/1/points/M-1', '/teams/1/activity-use']) {
    expect((await external.gateway.call(path)).status).toBe(404);
  }
  expect(external.upstream.received).toEqual([]);
  await adjust(-500, 400, { error_code: 'V', success: false, reason: 'points: Too few' });
  await adjust(5, 200, { data: ENTRY });
  expect(await storage.db.select().from(auditEvents)).toMatchObject([
    {
      action: 'points.adjust',
      subjectType: 'member',
      subjectId: 'M-1',
      changes: [
        { field: 'points', after: 5 },
        { field: 'reason', after: 'Goodwill' },
      ],
    },
  ]);
});

test.each([
  [400, { error_code: '400', error: 'E', message: 'member_id: There is no such member' }, 404],
  [400, { error_code: '400', error: 'E', message: 'start_cursor: Must be one' }, 400],
  [
    400,
    { error_code: 'V', success: false, reason: "points: The member doesn't have that many points" },
    422,
  ],
  [404, { error_code: '404', error: 'E', message: 'Nothing here' }, 404],
  [401, { error_code: '401', error: 'E', message: 'No' }, 502],
  [429, { error_code: '429', error: 'E', message: 'Slow down' }, 429],
  [503, { error_code: '503', error: 'E', message: 'Maintenance' }, 502],
  [200, 'not JSON', 502],
  [200, { data: [{ points: 'many' }] }, 502],
])('an upstream response with status %i and %j becomes %i', async (status, body, expected) => {
  respondWith(status, body);
  const response = await gateway.call('/teams/1/points/M-1');
  expect(response.status).toBe(expected);
  expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
  if (status === 429) expect(response.headers.get('retry-after')).toBe('5');
});

test('a team without a loyalty program has no points', async () => {
  expect((await gateway.call('/teams/2/points/M-1', { token: 'two' })).status).toBe(404);
});
