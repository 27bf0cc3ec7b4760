import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getTeamRules } from '#contract/people/team-rules.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { createApiClient } from '#services/advocacy/testing/api-client.ts';
import { listReceived, OTP, oneTimePassword } from '#services/advocacy/testing/factors-user.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { notifyOfSecondStep } from './notify-second-step.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const NO_RULES = {
  second_step: 'optional',
  second_step_since: null,
  session_hours: null,
  networks: [],
  support_points_max: 1_000,
};

describeBothStorages('rules of a team (decisions.md, 67)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;
  type Member = PeopleTeam['ana'];

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  const change = (body: object, by = team.ana) => team.call(by, 'PATCH', '/rules', body);
  const read = async () =>
    getTeamRules.response.parse((await team.call(team.ana, 'GET', '/rules')).body).data;
  const setSession = ({ userId }: Member, values: Partial<typeof sessions.$inferInsert>) =>
    store.db.update(sessions).set(values).where(eq(sessions.userId, userId));
  const setJoined = ({ userId }: Member, joinedAt: Date | null) =>
    store.db.update(memberships).set({ joinedAt }).where(eq(memberships.userId, userId));
  const daysFromNow = (days: number) => addSeconds(service.clock.now(), days * DAY_SECONDS);
  /** What the team says about itself in `/v2/me`. */
  async function standing({ token }: Member) {
    const call = createApiClient(service.baseUrl, token);
    const { status, body } = await call('GET', '/v2/me?include=teams');
    expect(status).toBe(200);
    return body.included.find(({ id }) => id === String(team.teamId))?.meta;
  }
  async function ruleOf(member: Member): Promise<string | undefined> {
    const { status, body } = await team.call(member, 'GET', '/people');
    return status === 200 ? undefined : body.errors[0].meta.rule;
  }

  test('are read and changed by administrators, with the id_token, and audited', async () => {
    const viewer = await team.createMember('vera', team.readerRoleId);
    expect(await read()).toEqual(NO_RULES);
    expect((await team.call(viewer, 'GET', '/rules')).status).toBe(403);
    expect((await change({ session_hours: 8 }, viewer)).status).toBe(403);
    const unconfirmed = await change({ session_hours: 8 }, { ...team.ana, idToken: 'none' });
    expect([unconfirmed.status, unconfirmed.body.errors[0].code]).toEqual([403, '403']);
    const rules = { session_hours: 8, networks: LOOPBACK, support_points_max: 250 };
    expect((await change(rules)).body.data).toEqual({ ...NO_RULES, ...rules });
    expect((await change({ session_hours: null, networks: [] })).status).toBe(200);
    expect(await read()).toEqual({ ...NO_RULES, support_points_max: 250 });
    expect((await change({})).body.data).toEqual(await read());
    const events = await store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.teamId, team.teamId))
      .orderBy(desc(auditEvents.id));
    expect(
      events.map(({ action, changes }) => [action, changes.map(({ field }) => field)]),
    ).toEqual([
      ['team.update_rules', ['session_hours', 'networks']],
      ['team.update_rules', ['session_hours', 'networks', 'support_points_max']],
    ]);
  });

  test('are rejected where their author does not meet them, and nothing changes', async () => {
    await setSession(team.ana, { createdAt: addSeconds(service.clock.now(), -2 * 3600) });
    for (const [body, pointer] of [
      [{ second_step: 'required' }, '/second_step'],
      [{ session_hours: 1 }, '/session_hours'],
      [{ session_hours: 2 }, '/session_hours'],
      [{ networks: ['203.0.113.0/24'] }, '/networks'],
      [{ session_hours: 3, networks: ['2001:db8::/32'] }, '/networks'],
    ] as const) {
      const { status, body: document } = await change(body);
      expect([status, document.errors[0].source.pointer]).toEqual([422, pointer]);
      expect(await read()).toEqual(NO_RULES);
    }
    await setSession(team.ana, { ways: ['password', 'email_code'] });
    expect((await change({ second_step: 'required' })).status).toBe(422);
    await setSession(team.ana, { ways: ['password', 'code'] });
    expect((await change({ second_step: 'required', session_hours: 3 })).status).toBe(200);
  });

  test('take no networks while a proxy is not trusted', async () => {
    const url = `${service.baseUrl}/admin/v1/teams/${team.teamId}/rules?id_token=${team.ana.idToken}`;
    const response = await fetch(url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${team.ana.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      body: JSON.stringify({ networks: LOOPBACK }),
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('PATRON_TRUSTED_PROXIES');
    expect(await read()).toEqual(NO_RULES);
  });

  test.each([
    { networks: ['10.0.0.0/33'] },
    { networks: ['10.0.0.1'] },
    { networks: ['10.0.0.0/8', 'example.com'] },
    { networks: ['2001:db8::/129'] },
    { networks: Array.from({ length: 51 }, (_, index) => `127.0.${index}.0/24`) },
    { session_hours: 0 },
    { session_hours: 721 },
    { session_hours: 1.5 },
    { support_points_max: 0 },
    { second_step: 'sometimes' },
  ])('reject %j', async (body) => {
    expect((await change(body)).status).toBe(422);
  });

  test('let people without a second step work for seven days, with two emails, and then add one in their session', async () => {
    const bea = await team.createMember('bea', team.readerRoleId);
    for (const member of [team.ana, bea]) await setJoined(member, null);
    await store.db.insert(authenticationFactors).values({
      ...{ userId: team.ana.userId, type: 'one_time_password', channel: null },
      ...{ status: 'active', isDefault: true, createdAt: service.clock.now() },
    });
    await setSession(team.ana, { ways: ['password', 'code'] });
    const until = daysFromNow(7).toISOString();
    expect((await change({ second_step: 'required' })).body.data).toMatchObject({
      second_step: 'required',
      second_step_since: service.clock.now().toISOString(),
    });
    const mails = async ({ email }: Member) => {
      while (await notifyOfSecondStep(service.dependencies));
      return (await listReceived(service, email)).length;
    };
    expect([await mails(bea), await mails(bea), await mails(team.ana)]).toEqual([1, 1, 0]);
    const [mail] = await listReceived(service, bea.email);
    expect(mail?.text).toContain(`${service.dependencies.publicUrl}/security`);
    expect(await standing(bea)).toMatchObject({ second_step_until: until });
    expect(await standing(team.ana)).not.toHaveProperty('second_step_until');
    expect(await ruleOf(bea)).toBeUndefined();

    service.clock.advance(6 * DAY_SECONDS - 1);
    expect(await mails(bea)).toBe(1);
    service.clock.advance(1);
    expect([await mails(bea), await mails(bea)]).toEqual([2, 2]);
    service.clock.advance(DAY_SECONDS - 1);
    const session = await team.signIn(bea);
    expect(await ruleOf(session)).toBeUndefined();
    service.clock.advance(1);
    expect(await ruleOf(session)).toBe('second_step');
    expect(await standing(session)).toMatchObject({ unmet_rule: 'second_step' });
    expect(await mails(bea)).toBe(2);

    const other = await team.signIn(bea);
    await addAuthenticator(session);
    expect(await ruleOf(session)).toBeUndefined();
    expect(await standing(session)).not.toHaveProperty('unmet_rule');
    expect(await ruleOf(other)).toBe('second_step');
  });

  test('give somebody who joins later their own seven days', async () => {
    const bea = await team.createMember('bea', team.readerRoleId);
    const cleo = await team.createMember('cleo', team.readerRoleId);
    await setJoined(bea, null);
    await setSession(team.ana, { ways: ['passkey'] });
    await change({ second_step: 'required' });
    service.clock.advance(8 * DAY_SECONDS);
    await setJoined(cleo, service.clock.now());
    expect(await ruleOf(await team.signIn(bea))).toBe('second_step');
    const joined = await team.signIn(cleo);
    expect(await ruleOf(joined)).toBeUndefined();
    expect(await standing(joined)).toMatchObject({
      second_step_until: daysFromNow(7).toISOString(),
    });
    while (await notifyOfSecondStep(service.dependencies));
    expect((await listReceived(service, cleo.email)).length).toBe(1);
    expect((await listReceived(service, bea.email)).length).toBe(0);
  });

  /** Adds an authenticator app, as the Security page does. */
  async function addAuthenticator({ token, idToken }: Member): Promise<void> {
    const call = createApiClient(service.baseUrl, token);
    const at = (path: string) => `/v2/authentication_factors${path}?id_token=${idToken}`;
    const type = 'authentication_factor';
    const added = await call('POST', at(''), { data: { type, attributes: OTP } });
    const { id, attributes } = added.body.data;
    const otp_attempt = oneTimePassword(attributes.provisioning_url, service.clock.now());
    const data = { id, type, attributes: { otp_attempt } };
    expect((await call('PATCH', at(`/${id}`), { data })).status).toBe(200);
  }
});
