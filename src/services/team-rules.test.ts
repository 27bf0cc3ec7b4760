import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { newAddress } from '#services/advocacy/testing/people-team.ts';
import { createTeam, createUser, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { readStream } from '#services/gateway/testing/read-stream.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { startUpstream, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

const ALLOWED = '203.0.113.0/24';
const MEMBERS = 'loyalty/v2/loyalty/members';
const FORGED = { 'x-forwarded-for': '203.0.113.7' };

describeBothStorages('rules of a team at the gateway (decisions.md, 67)', (store) => {
  const clock = createTestClock();
  let upstream: TestUpstream;
  let gateway: TestGateway;
  let teamIds: number[];
  let userId: number;
  let token: string;
  let partner: string;

  const start = (trustedProxies: string[] = []) => {
    const authorize: GatewayDependencies['authorizeTeamMember'] = async (request, operation) => {
      const caller = await authorizeTeamMember({ db: store.db, clock }, operation, request);
      const { teamId, userId, name, role } = caller;
      return { teamId, user: { id: String(userId), name }, role };
    };
    const limits = { ...GATEWAY_LIMITS, heartbeatMs: 50 };
    return startGateway(
      store.storage,
      { authorizeTeamMember: authorize, limits },
      { trustedProxies },
    );
  };

  beforeEach(async () => {
    upstream = await startUpstream();
    upstream.respond = (_request, response) => void response.writeHead(200).end('{"data":[]}');
    gateway = await start();
    ({ userId } = await createUser(store.db, newAddress()));
    teamIds = [];
    for (const name of ['Northwind', 'Southwind']) {
      const team = await createTeam(store.db, name);
      const joinedAt = null;
      await store.db
        .insert(memberships)
        .values({ userId, teamId: team.teamId, roleId: team.writerRoleId, joinedAt });
      await saveLoyaltyConnection(store.db, gateway.dependencies.encryption, team.teamId, {
        baseUrl: `${upstream.url}/`,
        partnerId: 'the-partner',
        apiKey: 'the-api-key',
        webhookSecret: 'secret',
      });
      teamIds.push(team.teamId);
    }
    token = await grantAccessToken(store.db, clock, { userId, scopes: SCOPES });
    partner = await grantAccessToken(store.db, clock, {
      userId,
      scopes: SCOPES,
      clientId: 'partner',
    });
  });
  afterEach(async () => {
    await gateway.close();
    await upstream.close();
  });

  const setRules = (teamId: number | undefined, rules: Partial<typeof teamRules.$inferInsert>) =>
    store.db
      .insert(teamRules)
      .values({ teamId: teamId ?? 0, ...rules })
      .onConflictDoUpdate({ target: teamRules.teamId, set: rules });
  const long = () => new Date(clock.now().getTime() - 8 * DAY_SECONDS * 1000);

  /** What a request to a team gets: its status, or the rule that isn't met. */
  async function outcome(
    teamId: number | undefined,
    { path = 'jobs', by = token, on = gateway, headers = {} as Record<string, string> } = {},
  ) {
    const response = await on.call(`/teams/${teamId}/${path}`, { token: by, headers });
    if (response.status !== 403) return response.status;
    const { errors } = (await response.json()) as {
      errors: { code: string; meta?: { rule: string } }[];
    };
    expect(errors[0]?.code).toBe('4030000');
    return errors[0]?.meta?.rule;
  }

  test('hold for one team, and for every application, list, download and call of the loyalty program', async () => {
    const [strict, other] = teamIds;
    await setRules(strict, { secondStepSince: long(), networks: [] });
    await setRules(other, { sessionHours: 2 });
    for (const by of [token, partner]) {
      for (const path of ['jobs', 'directory/points-owed/statement.csv', MEMBERS]) {
        expect(await outcome(strict, { path, by })).toBe('second_step');
        expect(await outcome(other, { path, by })).not.toBe('second_step');
      }
      expect(await outcome(other, { by })).toBe(200);
    }
    expect(await outcome(strict, { path: 'audit-events.csv' })).toBe('second_step');
    expect(upstream.received).toHaveLength(2);
    // Still signed in, and the other team asks for a new sign-in on its own.
    clock.advance(2 * 3600 - 1);
    const again = await renewed();
    expect(await outcome(other, { by: again })).toBe(200);
    clock.advance(1);
    expect(await outcome(other, { by: again })).toBe('session');
    await setRules(strict, { secondStepSince: null });
    expect(await outcome(strict, { by: again })).toBe(200);
  });

  test('count what the session did as a second step, but no code by email', async () => {
    const [strict] = teamIds;
    await setRules(strict, { secondStepSince: long() });
    for (const [way, expected] of [
      ['code', 200],
      ['passkey', 200],
      ['recovery_code', 200],
      ['sso', 200],
      ['email_code', 'second_step'],
      ['sso_one_step', 'second_step'],
    ] as const) {
      await store.db.update(sessions).set({ ways: ['password', way] });
      expect([way, await outcome(strict)]).toEqual([way, expected]);
    }
    // The version before ours stores none.
    await store.db.update(sessions).set({ ways: null });
    expect(await outcome(strict)).toBe('second_step');
  });

  test('read the address of a trusted proxy only, not a forged one', async () => {
    const [strict, other] = teamIds;
    await setRules(strict, { networks: [ALLOWED] });
    expect(await outcome(strict)).toBe('network');
    for (const headers of [
      FORGED,
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
    ]) {
      expect(await outcome(strict, { headers })).toBe('network');
    }
    expect(await outcome(other)).toBe(200);
    const behindProxy = await start(['127.0.0.1']);
    onTestFinished(() => behindProxy.close());
    const through = (address: string) =>
      outcome(strict, { on: behindProxy, headers: { 'x-forwarded-for': address } });
    expect(await through('203.0.113.7')).toBe(200);
    expect(await through('::ffff:203.0.113.7')).toBe(200);
    // The last hop counts: what a client sends itself comes before it.
    for (const address of ['203.0.113.7, 198.51.100.1', '198.51.100.1', 'unknown', '203.0.114.7']) {
      expect([address, await through(address)]).toEqual([address, 'network']);
    }
  });

  test('end a stream within a heartbeat, and no stream of another team', async () => {
    const [strict, other] = teamIds;
    const headers = { authorization: `Bearer ${partner}` };
    const open = async (teamId: number | undefined) => {
      const stream = await readStream(
        `${gateway.url}/gateway/teams/${teamId}/jobs/stream`,
        headers,
      );
      onTestFinished(() => stream.disconnect());
      expect(stream.status).toBe(200);
      return stream;
    };
    const [first, second] = [await open(strict), await open(other)];
    await setRules(strict, { networks: [ALLOWED] });
    await first.ended;
    const before = second.comments.length;
    await vi.waitFor(() => expect(second.comments.length).toBeGreaterThan(before));
    expect(await outcome(strict, { path: 'jobs/stream', by: partner })).toBe('network');
  });

  /** Another access token of the same sign-in, as a refresh gives. */
  async function renewed(): Promise<string> {
    const isOwn = eq(sessions.userId, userId);
    const [session] = await store.db.select().from(sessions).where(isOwn).limit(1);
    const fresh = await grantAccessToken(store.db, clock, { userId, scopes: SCOPES });
    const createdAt = session?.createdAt ?? clock.now();
    await store.db.update(sessions).set({ createdAt }).where(isOwn);
    return fresh;
  }
});
