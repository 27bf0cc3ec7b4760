import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { startUpstream, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const MEMBERS = '/teams/1/loyalty/v2/loyalty/members';

describeStorages('authorization of the loyalty gateway', (context) => {
  let upstream: TestUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway(context.storage, { loyaltyBaseUrl: upstream.url });
    const { db, encryption } = gateway.dependencies;
    for (const [teamId, apiKey] of [
      [1, 'key-one'],
      [2, 'key-two'],
    ] as const) {
      await saveLoyaltyConnection(db, encryption, teamId, {
        baseUrl: undefined,
        partnerId: `partner-${teamId}`,
        apiKey,
        webhookSecret: 'secret',
      });
    }
    gateway.users.set('reader', {
      teamIds: [1, 3],
      scopes: ['teams:read', 'teams:write'],
      canWrite: false,
    });
    gateway.users.set('narrow', { teamIds: [1], scopes: ['webhooks:read'], canWrite: true });
    gateway.users.set('two', { teamIds: [2], scopes: ['teams:read'], canWrite: true });
  });
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });

  const callRejected = async (path: string, init: Parameters<TestGateway['call']>[1]) => {
    const before = upstream.received.length;
    const response = await gateway.call(path, init);
    expect(upstream.received.length).toBe(before);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
    const { errors } = (await response.json()) as { errors: { status: string; code: string }[] };
    expect(errors[0]?.status).toBe(String(response.status));
    return { status: response.status, code: errors[0]?.code };
  };

  test('rejects an unknown token with 401', async () => {
    expect(await callRejected(MEMBERS, { token: 'nobody' })).toEqual({ status: 401, code: '401' });
  });

  test('requires teams:read for reading and teams:write for writing', async () => {
    expect(await callRejected(MEMBERS, { token: 'narrow' })).toEqual({
      status: 403,
      code: '4030000',
    });
    expect(
      await callRejected('/teams/2/loyalty/v2/loyalty/members', { token: 'two', method: 'POST' }),
    ).toEqual({ status: 403, code: '4030000' });
  });

  test('lets a read-only role read but not write', async () => {
    expect((await gateway.call(MEMBERS, { token: 'reader' })).status).toBe(200);
    const member = `${MEMBERS}/M-1?idParam=member_id`;
    for (const [path, method] of [
      [MEMBERS, 'POST'],
      [member, 'POST'],
      [member, 'DELETE'],
    ] as const) {
      expect(await callRejected(path, { token: 'reader', method })).toEqual({
        status: 403,
        code: '4030000',
      });
    }
  });

  test('lets a support agent edit a member, without the tier and however it is named', async () => {
    gateway.users.set('support', {
      teamIds: [1],
      scopes: ['teams:read', 'teams:write'],
      canWrite: false,
      role: { kind: 'support' },
    });
    const member = `${MEMBERS}/M-1?idParam=member_id`;
    const edit = (body: string | Uint8Array, headers = {}) => ({
      ...{ token: 'support', method: 'POST', body: body as string },
      headers: { 'content-type': 'application/json', ...headers },
    });
    const changes = { first_name: 'Jo', member_status: 'blocked' };
    // What the specification doesn't have isn't passed on: another service may read it.
    const sent = edit(JSON.stringify({ ...changes, available_points: 1_000_000 }));
    expect((await gateway.call(member, sent)).status).toBe(200);
    expect(JSON.parse(upstream.received.at(-1)?.body.toString() ?? '')).toEqual(changes);
    const tier = JSON.stringify({ first_name: 'Jo', current_tier_id: 'gold' });
    const twice = '{"current_tier_id":"gold","first_name":"Jo","current_tier_id":"gold"}';
    const escaped = '{"current_tier_\\u0069d":"gold"}';
    for (const body of [tier, twice, escaped, '{"current_tier_id":null}']) {
      expect(await callRejected(member, edit(body))).toEqual({ status: 403, code: '4030000' });
    }
    const compressed = edit(gzipSync(tier), { 'content-encoding': 'gzip' });
    expect((await callRejected(member, compressed)).status).toBe(415);
    expect((await callRejected(member, edit(`[${tier}]`))).status).toBe(400);
    expect((await callRejected(member, edit(Buffer.from(tier, 'utf16le')))).status).toBe(400);
    for (const [path, method] of [
      [MEMBERS, 'POST'],
      [member, 'DELETE'],
    ] as const) {
      expect((await callRejected(path, { token: 'support', method })).status).toBe(403);
    }
  });

  test('responds the same for another and an unknown team', async () => {
    const foreign = await gateway.call('/teams/2/loyalty/v2/loyalty/members');
    const unknown = await gateway.call('/teams/999/loyalty/v2/loyalty/members');
    expect([foreign.status, unknown.status]).toEqual([403, 403]);
    const withoutId = async (response: Response) => {
      const { errors } = (await response.json()) as { errors: { id?: string }[] };
      return errors.map(({ id: _id, ...error }) => error);
    };
    expect(await withoutId(foreign)).toEqual(await withoutId(unknown));
  });

  test('responds with 404 for a team id that is not an integer and a team without a program', async () => {
    expect((await callRejected('/teams/one/loyalty/v2/loyalty/members', {})).status).toBe(404);
    expect(
      (await callRejected('/teams/3/loyalty/v2/loyalty/members', { token: 'reader' })).status,
    ).toBe(404);
  });

  test("sends each team's own keys", async () => {
    await gateway.call(MEMBERS);
    await gateway.call('/teams/2/loyalty/v2/loyalty/members', { token: 'two' });
    expect(upstream.received.slice(-2).map(({ headers }) => headers)).toMatchObject([
      { 'api-key': 'key-one', 'partner-id': 'partner-1' },
      { 'api-key': 'key-two', 'partner-id': 'partner-2' },
    ]);
  });
});
