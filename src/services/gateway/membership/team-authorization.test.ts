import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import {
  respondOk,
  startUpstream,
  type TestUpstream,
} from '#services/gateway/testing/start-upstream.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { fetchUserTeams } from './fetch-user-teams.ts';
import { createTeamAuthorization } from './team-authorization.ts';

const MEMBERS = '/teams/7/loyalty/v2/loyalty/members';
const team = (id: string) => ({ type: 'team', id });
const USER = { type: 'user', id: 'b7e1', attributes: { email: 'ada@example.test' } };

/** Responds like the advocacy service: the token `ada` belongs to a user in teams 7 and 9. */
const respondToAda: TestUpstream['respond'] = ({ headers }, response) => {
  if (headers.authorization !== 'Bearer ada') {
    return void response.writeHead(401).end('{"errors":[{"status":"401"}]}');
  }
  const relationships = { teams: { data: [team('7'), team('9')] } };
  response.setHeader('content-type', 'application/vnd.api+json');
  response.end(JSON.stringify({ data: { ...USER, relationships } }));
};

describe('authorization by an external advocacy service', () => {
  const clock = createTestClock();
  let storage: Storage;
  let advocacy: TestUpstream;
  let loyalty: TestUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    storage = await openEmbeddedCopy();
    advocacy = await startUpstream();
    loyalty = await startUpstream();
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    await advocacy?.close();
    await loyalty?.close();
    await storage?.close();
  });
  beforeEach(async () => {
    advocacy.respond = respondToAda;
    advocacy.received.length = 0;
    loyalty.respond = respondOk;
    // A new gateway, because it caches responses.
    await gateway?.close();
    gateway = await startGateway(storage, {
      clock,
      authorizeTeamMember: createTeamAuthorization(`${advocacy.url}/`, clock),
    });
    await saveLoyaltyConnection(storage.db, gateway.dependencies.encryption, 7, {
      baseUrl: loyalty.url,
      partnerId: 'their-partner',
      apiKey: 'their-key',
      webhookSecret: 'secret',
    });
  });

  const call = (path = MEMBERS, init: Parameters<TestGateway['call']>[1] = {}) =>
    gateway.call(path, { token: 'ada', ...init });
  const readError = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: { code: string; detail: string }[] };
    return { status: response.status, code: errors[0]?.code, detail: errors[0]?.detail };
  };

  test('lets a member reach an external loyalty service with its keys', async () => {
    const body = '{"member_id":"M-1"}';
    const headers = { 'content-type': 'application/json' };
    expect((await call(MEMBERS, { method: 'POST', body, headers })).status).toBe(200);
    expect(loyalty.received.at(-1)).toMatchObject({
      method: 'POST',
      url: '/v2/loyalty/members',
      headers: { 'api-key': 'their-key', 'partner-id': 'their-partner' },
    });
    expect(JSON.stringify(loyalty.received.at(-1)?.headers)).not.toContain('ada');
    expect(advocacy.received).toMatchObject([
      { method: 'GET', url: '/v2/v2/me?include=teams', headers: { authorization: 'Bearer ada' } },
    ]);
  });

  test('records a change under the name of the user', async () => {
    await storage.db.delete(auditEvents);
    const body = '{"first_name":"Jo"}';
    const headers = { 'content-type': 'application/json' };
    expect((await call(`${MEMBERS}/M-1`, { method: 'POST', body, headers })).status).toBe(200);
    expect(await storage.db.select().from(auditEvents)).toMatchObject([
      { actorKind: 'user', actorId: 'b7e1', actorName: 'ada@example.test', teamId: 7 },
    ]);
  });

  test('reads the teams from `included` if there are no relationships', async () => {
    advocacy.respond = (_request, response) =>
      void response.end(JSON.stringify({ data: USER, included: [team('7'), team('x')] }));
    expect((await call()).status).toBe(200);
  });

  test('responds with 403 for another or unknown team and with 404 for a team id that is not an integer', async () => {
    const foreign = await readError(await call('/teams/8/loyalty/v2/loyalty/members'));
    expect(foreign).toMatchObject({ status: 403, code: '4030000' });
    expect(await readError(await call('/teams/99999/webhook-events'))).toEqual(foreign);
    expect((await call('/teams/one/webhook-events')).status).toBe(404);
  });

  test('lets members read the inbox', async () => {
    expect((await call('/teams/7/webhook-events')).status).toBe(200);
    expect((await call('/teams/9/webhook-requests')).status).toBe(200);
  });

  test('rejects an unknown token with 401, and a missing one without a request', async () => {
    expect((await call(MEMBERS, { token: 'eve' })).status).toBe(401);
    const before = advocacy.received.length;
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer a b']) {
      const response = await fetch(`${gateway.url}/gateway${MEMBERS}`, {
        headers: { authorization },
      });
      expect(response.status).toBe(401);
    }
    expect(advocacy.received).toHaveLength(before);
  });

  test('shares one request for fifteen seconds', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await call()).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(advocacy.received).toHaveLength(1);
    advocacy.respond = (_request, response) => void response.writeHead(401).end();
    clock.advance(14);
    expect((await call()).status).toBe(200);
    clock.advance(2);
    expect((await call()).status).toBe(401);
  });

  test.each<[number, number, TestUpstream['respond']]>([
    [403, 403, (_request, response) => void response.writeHead(403).end()],
    [500, 502, (_request, response) => void response.writeHead(500).end()],
    [429, 502, (_request, response) => void response.writeHead(429).end()],
    [302, 502, (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    [0, 502, (_request, response) => void response.socket?.destroy()],
    [200, 502, (_request, response) => void response.end('<html>')],
    [200, 502, (_request, response) => void response.end('{"data":null}')],
    [200, 502, (_request, response) => void response.end('x'.repeat(5 * 1024 * 1024))],
  ])("turns its response %i into %i and doesn't cache it", async (_status, status, respond) => {
    advocacy.respond = respond;
    expect((await readError(await call())).status).toBe(status);
    advocacy.respond = respondToAda;
    expect((await call()).status).toBe(200);
  });

  test("logs why the service can't be reached", async () => {
    await expect(fetchUserTeams('http://127.0.0.1:1', 'ada')).rejects.toMatchObject({
      status: 502,
      cause: { code: 'ECONNREFUSED' },
    });
  });
});
