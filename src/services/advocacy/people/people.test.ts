import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listSecurityEvents } from '#contract/audit/audit-events.ts';
import { listPeople } from '#contract/people/people.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { endSession } from '#services/advocacy/oauth/tokens/sessions.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import {
  createPeopleTeam,
  newAddress,
  type PeopleTeam,
} from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('people of a team (decisions.md, 49)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  test('are users and open invitations with their roles, in pages', async () => {
    const email = `zoe-${newAddress()}`;
    expect((await team.invite(email)).status).toBe(201);
    const all = await team.list();
    expect(all).toMatchObject({ total: 2, more: false, next_cursor: null });
    expect(all.data).toEqual([
      {
        id: String(team.ana.userId),
        kind: 'user',
        email: team.ana.email,
        email_verified: true,
        name: team.ana.email.split('@')[0],
        role: 'Administrator',
        administrator: true,
        group: null,
        expires_at: null,
        joined_at: expect.any(String),
        second_step: 'none',
        last_active_at: service.clock.now().toISOString(),
      },
      expect.objectContaining({
        kind: 'invitation',
        email,
        role: 'Viewer',
        administrator: false,
        group: null,
        expires_at: new Date(service.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      }),
    ]);
    expect(all.roles.map(({ name, kind }) => [name, kind])).toEqual([
      ['Administrator', 'administrator'],
      ['Viewer', 'viewer'],
      ['Manager', 'manager'],
      ['Support', 'support'],
    ]);
    const first = await team.list('?count=1');
    const second = await team.list(`?count=1&start_cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(all.data);
    expect(second.more).toBe(false);
  });

  test('are all in the pages, even a user with the address of an invitation', async () => {
    const email = newAddress();
    await team.invite(email);
    const ben = await team.createMember('ben', team.readerRoleId);
    await store.db
      .update(users)
      .set({ email: email.toUpperCase() })
      .where(eq(users.id, ben.userId));
    const all = await team.list();
    expect(all.data.map(({ kind }) => kind).sort()).toEqual(['invitation', 'user', 'user']);
    const seen = [];
    let query = '?count=1';
    for (let more = true; more; ) {
      const page = await team.list(query);
      seen.push(...page.data);
      query = `?count=1&start_cursor=${page.next_cursor}`;
      more = page.more;
    }
    expect(seen).toEqual(all.data);
    expect((await team.call(team.ana, 'GET', '/people?start_cursor=eA')).status).toBe(400);
  });

  test('are shown to everybody on the team, what concerns their safety to administrators', async () => {
    const viewer = await team.createMember('vera', team.readerRoleId);
    await team.invite(newAddress());
    const factor = { channel: null, isDefault: false, createdAt: service.clock.now() };
    await store.db.insert(authenticationFactors).values([
      { ...factor, userId: viewer.userId, type: 'one_time_password', status: 'active' },
      { ...factor, userId: team.ana.userId, type: 'recovery_code', status: 'active' },
      { ...factor, userId: team.ana.userId, type: 'one_time_password', status: 'pending' },
    ]);
    const colleagues = listPeople.response.parse((await team.call(viewer, 'GET', '/people')).body);
    expect(colleagues.total).toBe(2);
    expect(colleagues.data.map(({ kind, email }) => [kind, email])).toEqual([
      ['user', team.ana.email],
      ['user', viewer.email],
    ]);
    for (const person of colleagues.data) {
      expect(person.joined_at).toEqual(expect.any(String));
      expect(person).not.toHaveProperty('second_step');
      expect(person).not.toHaveProperty('last_active_at');
    }
    const all = await team.list();
    expect(all.total).toBe(3);
    expect(all.data.map(({ second_step: step }) => step)).toContain(null);
    const stepOf = ({ userId }: { userId: number }) =>
      all.data.find(({ kind, id }) => kind === 'user' && id === String(userId))?.second_step;
    // A pending factor or recovery codes alone are no second step.
    expect([stepOf(viewer), stepOf(team.ana)]).toEqual(['code', 'none']);
    const outsider = await createPeopleTeam(service);
    expect((await team.call(outsider.ana, 'GET', '/people')).status).toBe(403);
  });

  test('have the time of their last use, also after their sessions ended', async () => {
    const ben = await team.createMember('ben', team.writerRoleId);
    const lastUse = async () =>
      (await team.list()).data.find(({ id }) => id === String(ben.userId))?.last_active_at;
    const before = await lastUse();
    expect(before).toBe(service.clock.now().toISOString());
    const [session] = await store.db.select().from(sessions).where(eq(sessions.userId, ben.userId));
    expect(await endSession(store.db, ben.userId, session?.id ?? '')).toBe(true);
    expect(await lastUse()).toBe(before);
  });

  test('are changed by administrators only, with a confirmed password', async () => {
    const viewer = await team.createMember('vera', team.readerRoleId);
    expect((await team.invite(newAddress(), 'Viewer', viewer)).status).toBe(403);
    const outsider = { ...team.ana, idToken: 'none' };
    const removal = await team.call(outsider, 'DELETE', `/people/${viewer.userId}`);
    expect([removal.status, removal.body.errors[0].code]).toEqual([403, '403']);
    const role = { role: 'Administrator' };
    const change = await team.call(outsider, 'POST', `/people/${viewer.userId}/role`, role);
    expect([change.status, change.body.errors[0].code]).toEqual([403, '403']);
  });

  test('a lost role takes effect with the next request', async () => {
    const ben = await team.createMember('ben', team.writerRoleId);
    const demoted = await team.call(team.ana, 'POST', `/people/${ben.userId}/role`, {
      role: 'Viewer',
    });
    expect(demoted).toMatchObject({ status: 200, body: { data: { role: 'Viewer' } } });
    expect((await team.invite(newAddress(), 'Viewer', ben)).status).toBe(403);
    const accounts = () =>
      fetch(`${service.baseUrl}/v2/teams/${team.teamId}/accounts`, {
        headers: { authorization: `Bearer ${ben.token}` },
      });
    expect((await accounts()).status).toBe(200);
    expect((await team.call(team.ana, 'DELETE', `/people/${ben.userId}`)).status).toBe(204);
    expect((await accounts()).status).toBe(403);
    expect((await team.call(team.ana, 'DELETE', `/people/${ben.userId}`)).status).toBe(404);
  });

  test('a changed role and a removal are in the security events of that user only', async () => {
    const [ben, cleo] = [
      await team.createMember('ben', team.writerRoleId),
      await team.createMember('cleo', team.writerRoleId),
    ];
    const events = async ({ token }: typeof ben) => {
      const response = await fetch(`${service.baseUrl}/account/v1/security-events`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
      const { data } = listSecurityEvents.response.parse(await response.json());
      return data.filter(({ action }) => action.startsWith('person.'));
    };
    await team.call(team.ana, 'POST', `/people/${ben.userId}/role`, { role: 'Viewer' });
    await team.call(team.ana, 'DELETE', `/people/${ben.userId}`);
    const byAna = {
      actor: { kind: 'user', id: String(team.ana.userId) },
      subject: { type: 'team', id: String(team.teamId) },
      ip: null,
    };
    const [removal, change] = await events(ben);
    expect(removal).toMatchObject({ ...byAna, action: 'person.delete' });
    expect(change).toMatchObject({
      ...byAna,
      action: 'person.update',
      changes: [{ field: 'role', before: 'Administrator', after: 'Viewer' }],
    });
    for (const event of [removal, change]) expect(event).not.toHaveProperty('user_agent');
    expect(await events(cleo)).toEqual([]);
    expect(await events(team.ana)).toEqual([]);
  });

  test('the last administrator can neither leave nor be demoted, even in parallel', async () => {
    expect((await team.call(team.ana, 'DELETE', `/people/${team.ana.userId}`)).status).toBe(422);
    const demotion = await team.call(team.ana, 'POST', `/people/${team.ana.userId}/role`, {
      role: 'Viewer',
    });
    expect(demotion.status).toBe(422);

    const ben = await team.createMember('ben', team.writerRoleId);
    const responses = await Promise.all([
      team.call(team.ana, 'DELETE', `/people/${ben.userId}`),
      team.call(ben, 'POST', `/people/${team.ana.userId}/role`, { role: 'Viewer' }),
    ]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    // The loser is rejected as the last administrator, or because they no longer are one.
    expect([403, 422]).toContain(statuses.find((status) => status >= 300));
  });
});
