import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { startUpstream, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { pointsAllowances } from './points-allowances-table.ts';

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

describeBothStorages('points that a support agent adjusts (decisions.md, 68)', (store) => {
  let upstream: TestUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway(store.storage, {
      servesLoyalty: true,
      loyaltyBaseUrl: upstream.url,
    });
    const user = { teamIds: [1, 2], scopes: ['teams:read', 'teams:write'], canWrite: false };
    for (const name of ['sam', 'sue']) {
      gateway.users.set(name, { ...user, role: { kind: 'support' } });
    }
    gateway.users.set('mia', { ...user, role: { kind: 'manager' } });
    for (const teamId of [1, 2]) {
      await saveLoyaltyConnection(store.db, gateway.dependencies.encryption, teamId, {
        baseUrl: undefined,
        partnerId: `program-${teamId}`,
        apiKey: 'the-api-key',
        webhookSecret: 'secret',
      });
    }
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });
  beforeEach(async () => {
    upstream.respond = (_request, response) =>
      void response.writeHead(200).end(JSON.stringify({ data: ENTRY }));
    await store.db.delete(pointsAllowances);
  });

  const adjust = async (points: number, { token = 'sam', team = 1 } = {}) => {
    const response = await gateway.call(`/teams/${team}/points/M-1`, {
      method: 'POST',
      token,
      body: JSON.stringify({ points, reason: 'Goodwill' }),
      headers: { 'content-type': 'application/json' },
    });
    const { errors } = (await response.json()) as {
      errors?: { code: string; detail: string }[];
    };
    return { status: response.status, error: errors?.[0] };
  };

  test('are at most 1,000 at a time, added or taken away', async () => {
    expect((await adjust(1_000)).status).toBe(200);
    expect((await adjust(-1_000)).status).toBe(200);
    for (const points of [1_001, -1_001, 1_000_000]) {
      expect(await adjust(points)).toMatchObject({
        status: 403,
        error: {
          code: '4030000',
          detail: 'Support agents can adjust up to 1,000 points at a time.',
        },
      });
    }
    expect((await adjust(1_000_000, { token: 'mia' })).status).toBe(200);
  });

  test('are ten times that a day: the eleventh adjustment is rejected, even in parallel', async () => {
    const results = await Promise.all(
      Array.from({ length: 15 }, (_, index) => adjust(index % 2 ? 1_000 : -1_000)),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(results.find(({ status }) => status !== 200)).toMatchObject({
      status: 403,
      error: {
        detail:
          'Support agents can adjust up to 10,000 points a day. The next day begins at midnight UTC.',
      },
    });
    expect((await adjust(1)).status).toBe(403);
    // Each agent has an own allowance in each team.
    expect((await adjust(1_000, { token: 'sue' })).status).toBe(200);
    expect((await adjust(1_000, { team: 2 })).status).toBe(200);
    const untilMidnight = 86_400 - ((gateway.clock.now().getTime() / 1000) % 86_400);
    gateway.clock.advance(untilMidnight - 1);
    expect((await adjust(1)).status).toBe(403);
    gateway.clock.advance(1);
    for (let count = 0; count < 10; count += 1) expect((await adjust(1_000)).status).toBe(200);
    gateway.clock.advance(86_399);
    expect((await adjust(1)).status).toBe(403);
  });

  test('follow the limit of the team', async () => {
    gateway.users.set('sid', {
      ...{ teamIds: [1], scopes: ['teams:write'], canWrite: false },
      role: { kind: 'support', pointsMax: 50 },
    });
    expect((await adjust(51, { token: 'sid' })).error?.detail).toBe(
      'Support agents can adjust up to 50 points at a time.',
    );
    for (let count = 0; count < 10; count += 1) {
      expect((await adjust(50, { token: 'sid' })).status).toBe(200);
    }
    expect((await adjust(1, { token: 'sid' })).error?.detail).toContain('up to 500 points a day');
  });

  test('count only if they were adjusted, or may have been', async () => {
    const respondWith = (status: number) => {
      const reason = { error_code: 'V', success: false, reason: 'points: Too few' };
      upstream.respond = (_request, response) =>
        void response.writeHead(status).end(JSON.stringify(reason));
    };
    respondWith(400);
    for (let count = 0; count < 11; count += 1) expect((await adjust(1_000)).status).toBe(422);
    respondWith(500);
    for (let count = 0; count < 10; count += 1) expect((await adjust(1_000)).status).toBe(502);
    expect((await adjust(1)).status).toBe(403);
  });
});
