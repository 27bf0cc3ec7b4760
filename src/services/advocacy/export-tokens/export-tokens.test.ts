import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STEP_UP_REQUIRED_CODE } from '#contract/json-api.ts';
import {
  createExportToken,
  EXPORT_TOKENS_MAX,
  listExportTokens,
} from '#contract/people/export-tokens.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { memberships, teams } from '#services/advocacy/teams/teams-table.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { exportTokens } from './export-tokens-table.ts';

const LOGS = ['/security-events', '/security-events.csv'];
const YEAR_SECONDS = 365 * DAY_SECONDS;

describeBothStorages('export tokens of a team (decisions.md, 68)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  const create = (body: object = { name: 'Auditor' }, of = team) =>
    of.call(of.ana, 'POST', '/export-tokens', body);
  const created = async (body?: object, of = team) => {
    const response = await create(body, of);
    expect(response.status).toBe(201);
    return createExportToken.response.parse(response.body).data;
  };
  const list = async (of = team) => {
    const { status, body } = await of.call(of.ana, 'GET', '/export-tokens');
    expect(status).toBe(200);
    return listExportTokens.response.parse(body).data;
  };
  const remove = (id: string, of = team) => of.call(of.ana, 'DELETE', `/export-tokens/${id}`);
  /** The status of a request for a log, whose team is that of the test. */
  const read = async (
    token: string,
    { path = '/security-events', teamId = String(team.teamId), headers = {} } = {},
  ) => {
    const url = `${service.baseUrl}/admin/v1/teams/${teamId}${path}`;
    const authorization = `Bearer ${token}`;
    return (await fetch(url, { headers: { authorization, ...headers } })).status;
  };
  const later = (seconds: number) => addSeconds(service.clock.now(), seconds).toISOString();

  test('are shown once, listed by name and end, and stored as a digest', async () => {
    const { token, ...shown } = await created({ name: ' Auditor ', expires_at: later(3600) });
    expect(token).toMatch(/^patron_export_token_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Auditor',
      last_four: token.slice(-4),
      created_by: expect.stringContaining('ana'),
      created_at: later(0),
      last_used_at: null,
      expires_at: later(3600),
    });
    expect(await list()).toEqual([shown]);
    const rows = await store.db
      .select()
      .from(exportTokens)
      .where(eq(exportTokens.id, Number(shown.id)));
    expect(rows).toMatchObject([{ digest: digest(token), teamId: team.teamId }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const [event] = await store.db.select().from(auditEvents).orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({
      action: 'export_token.create',
      teamId: team.teamId,
      subjectName: 'Auditor',
    });
    expect(JSON.stringify(event)).not.toContain(token);
  });

  test('read the log of their team, and their use is stored to the minute', async () => {
    const { id, token } = await created();
    const other = await created({ name: 'Unused' });
    for (const path of LOGS) expect(await read(token, { path })).toBe(200);
    expect(await read(token, { path: '/security-events?count=1&action=sign_in.failure' })).toBe(
      200,
    );
    expect(await read(token, { path: '/security-events?order=up' })).toBe(400);
    const first = later(0);
    const lastUse = async () =>
      (await list()).map(({ last_used_at: at, ...each }) => [each.id, at]);
    expect(await lastUse()).toEqual([
      [id, first],
      [other.id, null],
    ]);
    service.clock.advance(59);
    await read(token);
    expect((await lastUse())[0]).toEqual([id, first]);
    service.clock.advance(2);
    await Promise.all([read(token), read(token)]);
    expect((await lastUse())[0]).toEqual([id, later(0)]);
  });

  test('sign the download that they make', async () => {
    const { id, token } = await created();
    expect(await read(token, { path: '/security-events.csv' })).toBe(200);
    const [event] = await store.db.select().from(auditEvents).orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({
      action: 'security_log.download',
      actorKind: 'client',
      actorId: `export_token_${id}`,
      actorName: 'Auditor',
      teamId: team.teamId,
    });
  });

  test('read no other team, also not one with a longer ID', async () => {
    const { token } = await created();
    const neighbor = await createPeopleTeam(service);
    const longer = team.teamId * 1000;
    await store.db
      .insert(teams)
      .overridingSystemValue()
      .values({ id: longer, name: 'Longer' })
      .onConflictDoNothing();
    for (const teamId of [neighbor.teamId, longer, 999_999_999, 0, -team.teamId]) {
      for (const path of LOGS) {
        expect([teamId, path, await read(token, { path, teamId: String(teamId) })]).toEqual([
          teamId,
          path,
          403,
        ]);
      }
    }
    for (const teamId of [`${team.teamId}x`, '%20', `${team.teamId}.0`]) {
      expect(await read(token, { teamId })).toBe(404);
    }
    const { data } = (await team.call({ ...team.ana, token }, 'GET', '/security-events')).body;
    expect(data).toEqual([]);
  });

  test('are compared exactly, and read from the header only', async () => {
    const { token } = await created();
    const secret = token.slice('patron_export_token_'.length);
    for (const wrong of [
      token.toUpperCase(),
      token.toLowerCase(),
      `PATRON_EXPORT_TOKEN_${secret}`,
      `patron_export_token_${secret.replace(/[a-z]/, (letter) => letter.toUpperCase())}`,
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      secret,
      'patron_export_token_',
      digest(token),
      token.repeat(100),
    ]) {
      expect([wrong, await read(wrong)]).toEqual([wrong, 401]);
    }
    const url = `${service.baseUrl}/admin/v1/teams/${team.teamId}/security-events`;
    for (const name of ['access_token', 'token', 'id_token', 'export_token']) {
      expect((await fetch(`${url}?${name}=${token}`)).status).toBe(401);
    }
    for (const headers of [
      { authorization: token },
      { authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` },
      { authorization: `Bearer ${token} ${token}` },
      { 'api-key': token },
      { cookie: `token=${token}` },
    ] as Record<string, string>[]) {
      expect((await fetch(url, { headers })).status).toBe(401);
    }
  });

  test('end with the next request when they are deleted, which is recorded', async () => {
    const { id, token } = await created();
    const kept = await created({ name: 'Kept' });
    expect(await read(token)).toBe(200);
    expect((await remove(id)).status).toBe(204);
    for (const path of LOGS) expect(await read(token, { path })).toBe(401);
    expect(await read(kept.token)).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Kept']);
    expect((await remove(id)).status).toBe(404);
    const [event] = await store.db.select().from(auditEvents).orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({
      action: 'export_token.delete',
      subjectId: id,
      subjectName: 'Auditor',
      teamId: team.teamId,
    });
  });

  test('end when they expire, after a year at the latest, and stay in the list', async () => {
    const brief = await created({ name: 'Brief', expires_at: later(60) });
    const { token, expires_at: expiresAt } = await created();
    expect(expiresAt).toBe(later(YEAR_SECONDS));
    service.clock.advance(59);
    expect(await read(brief.token)).toBe(200);
    service.clock.advance(1);
    expect(await read(brief.token)).toBe(401);
    expect(await read(token)).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Brief', 'Auditor']);
    service.clock.advance(YEAR_SECONDS - 61);
    expect(await read(token)).toBe(200);
    service.clock.advance(1);
    expect(await read(token)).toBe(401);
  });

  test.each([
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'two\nlines' }, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'Auditor', expires_at: 'tomorrow' }, '/expires_at'],
    [{ name: 'Auditor', expires_at: null }, '/expires_at'],
  ])('are not created from %j', async (body, pointer) => {
    const response = await create(body);
    expect(response.status).toBe(422);
    expect(response.body.errors[0].source).toEqual({ pointer });
    expect(await list()).toEqual([]);
  });

  test('expire in the future, and within a year', async () => {
    for (const seconds of [-1, 0, YEAR_SECONDS + 1, 10 * YEAR_SECONDS]) {
      const { status, body } = await create({ name: 'Auditor', expires_at: later(seconds) });
      expect([seconds, status]).toEqual([seconds, 422]);
      expect(body.errors[0]).toMatchObject({
        detail: expect.stringMatching(/within 365 days/),
        source: { pointer: '/expires_at' },
      });
    }
    await created({ name: 'x'.repeat(100), expires_at: later(YEAR_SECONDS) });
  });

  test('are ten at most, also with concurrent requests and with expired ones', async () => {
    const neighbor = await createPeopleTeam(service);
    const brief = await created({ name: 'Brief', expires_at: later(1) });
    service.clock.advance(2);
    const responses = await Promise.all(
      Array.from({ length: EXPORT_TOKENS_MAX + 2 }, () => create()),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(EXPORT_TOKENS_MAX - 1).fill(201), 409, 409, 409]);
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body.errors[0].detail).toBe(
      "A team has at most 10 export tokens. Delete one that isn't needed any more.",
    );
    expect(await list()).toHaveLength(EXPORT_TOKENS_MAX);
    await created(undefined, neighbor);
    expect((await remove(brief.id)).status).toBe(204);
    await created();
    expect((await create()).status).toBe(409);
  });

  test('are for administrators who confirmed it is them, and of one team', async () => {
    const vera = await team.createMember('vera', team.readerRoleId);
    const neighbor = await createPeopleTeam(service);
    const { id, token } = await created();
    const body = { name: 'Auditor' };
    for (const caller of [vera, neighbor.ana, { ...team.ana, token }]) {
      const status = caller.token === token ? 401 : 403;
      expect((await team.call(caller, 'GET', '/export-tokens')).status).toBe(status);
      expect((await team.call(caller, 'POST', '/export-tokens', body)).status).toBe(status);
      expect((await team.call(caller, 'DELETE', `/export-tokens/${id}`)).status).toBe(status);
    }
    for (const idToken of ['', neighbor.ana.idToken, token]) {
      const unconfirmed = { ...team.ana, idToken };
      const statuses = [
        await team.call(unconfirmed, 'POST', '/export-tokens', body),
        await team.call(unconfirmed, 'DELETE', `/export-tokens/${id}`),
      ].map(({ status, body: { errors } }) => [status, errors[0].code]);
      expect(statuses).toEqual([
        [403, STEP_UP_REQUIRED_CODE],
        [403, STEP_UP_REQUIRED_CODE],
      ]);
    }
    // The ID of another team's token.
    expect((await remove(id, neighbor)).status).toBe(404);
    expect(await read(token)).toBe(200);
    expect(await list(neighbor)).toEqual([]);
  });

  test('obey the networks of their team, and no rule about sessions', async () => {
    const { id, token } = await created();
    const set = (rules: Partial<typeof teamRules.$inferInsert>) =>
      store.db
        .insert(teamRules)
        .values({ teamId: team.teamId, ...rules })
        .onConflictDoUpdate({ target: teamRules.teamId, set: rules });
    await set({ secondStepSince: new Date('2020-01-01'), sessionHours: 1 });
    service.clock.advance(2 * 3600);
    expect(await read(token)).toBe(200);
    service.clock.advance(120);
    await set({ networks: ['203.0.113.0/24'] });
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }]) {
      for (const path of LOGS) expect(await read(token, { path, headers })).toBe(403);
    }
    const { body } = await team.call({ ...team.ana, token }, 'GET', '/security-events');
    expect(body.errors[0]).toMatchObject({ code: '4030000', meta: { rule: 'network' } });
    const [row] = await store.db
      .select()
      .from(exportTokens)
      .where(eq(exportTokens.id, Number(id)));
    expect(row?.lastUsedAt).toEqual(addSeconds(service.clock.now(), -120));
    await set({ networks: ['127.0.0.0/8', '::1/128'] });
    expect(await read(token)).toBe(200);
  });

  test('stay when their creator leaves, and end with their team', async () => {
    const { token } = await created();
    const bea = await team.createMember('bea', team.writerRoleId);
    expect((await team.call(bea, 'DELETE', `/people/${team.ana.userId}`)).status).toBe(204);
    expect(await read(token)).toBe(200);
    await store.db.delete(memberships).where(eq(memberships.teamId, team.teamId));
    await store.db.delete(teams).where(eq(teams.id, team.teamId));
    expect(await read(token)).toBe(401);
    expect(await store.db.$count(exportTokens, eq(exportTokens.digest, digest(token)))).toBe(0);
  });
});
