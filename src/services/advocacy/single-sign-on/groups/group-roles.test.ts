import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type GroupSignIns,
  startGroupSignIns,
} from '#services/advocacy/single-sign-on/testing/group-sign-ins.ts';
import { openProviderSignIn } from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { addMember } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { ALL } from '#services/platform/oidc/oidc-variables.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { requireGroupRoles } from './group-roles.ts';

describeBothStorages('roles by groups (decisions.md, 68)', (store) => {
  const clock = createTestClock();
  let groups: GroupSignIns;
  let team: PeopleTeam;
  let other: PeopleTeam;

  beforeAll(async () => {
    groups = await startGroupSignIns(store.storage, clock);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(groups.service);
    other = await createPeopleTeam(groups.service);
  });
  afterAll(() => groups.close());

  const eventsOf = ({ teamId }: PeopleTeam) =>
    store.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.teamId, teamId), eq(auditEvents.actorName, 'Acme')))
      .orderBy(desc(auditEvents.id));
  const actionsOf = async (of: PeopleTeam) =>
    (await eventsOf(of)).map(({ action }) => action).sort();
  const role = (group: string, { teamId }: PeopleTeam, kind: string) => ({
    group,
    team: teamId,
    role: kind,
  });

  test('make an account, with the highest role of each team, named by its group', async () => {
    groups.give(
      role('staff', team, 'viewer'),
      role('helpers', team, 'support'),
      role('helpers', other, 'viewer'),
      role('leads', team, 'administrator'),
    );
    const nora = groups.person();
    const { access_token } = await nora.signIn(['helpers', 'staff']);
    expect(await nora.roleIn(team)).toEqual(['Support', 'helpers']);
    expect(await nora.roleIn(other)).toEqual(['Viewer', 'helpers']);
    const people = `${groups.service.baseUrl}/admin/v1/teams/${team.teamId}/people`;
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await fetch(people, { headers })).status).toBe(200);
    const [event] = await eventsOf(team);
    expect(event).toMatchObject({
      action: 'person.create',
      actorKind: 'system',
      subjectName: 'Nora Vale',
      changes: [
        { field: 'role', before: null, after: 'Support' },
        { field: 'group', before: null, after: 'helpers' },
      ],
    });
    const mails = async () =>
      (await listReceived(groups.service, nora.email)).flatMap(({ subject, text }) =>
        subject === 'Your roles on Patron were changed' ? [text] : [],
      );
    expect(await mails()).toEqual([
      expect.stringContaining('- Northwind: Support\n- Northwind: Viewer'),
    ]);

    await nora.signIn(['helpers', 'staff']);
    expect(await eventsOf(team)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('win over a role by hand in their team, also over a higher one, and over no other', async () => {
    groups.give(role('staff', team, 'viewer'));
    const nora = groups.person();
    await team.invite(nora.email, 'Administrator');
    await nora.signIn([]);
    expect(await nora.roleIn(team)).toEqual(['Administrator', null]);
    const user = await findUserByEmail(store.db, nora.email);
    await addMember(store.db, user?.id ?? 0, other.teamId, other.writerRoleId);

    await nora.signIn(['staff']);
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
    expect(await nora.roleIn(other)).toEqual(['Administrator', null]);
    const [event] = await eventsOf(team);
    expect(event).toMatchObject({ action: 'person.update', userId: user?.id });
  });

  test('end without a match, with the next request of each session; a role by hand stays', async () => {
    groups.give(role('leads', team, 'administrator'));
    const nora = groups.person();
    await other.invite(nora.email, 'Viewer');
    const { access_token } = await nora.signIn(['leads']);
    await nora.signIn(undefined);
    expect(await nora.roleIn(team)).toBeUndefined();
    expect(await nora.roleIn(other)).toEqual(['Viewer', null]);
    const people = `${groups.service.baseUrl}/admin/v1/teams/${team.teamId}/people`;
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await fetch(people, { headers })).status).toBe(403);
    const [event] = await eventsOf(team);
    expect(event).toMatchObject({
      action: 'person.delete',
      changes: [
        { field: 'role', before: 'Administrator', after: null },
        { field: 'group', before: 'leads', after: null },
      ],
    });
    const [mail] = await listReceived(groups.service, nora.email);
    expect(mail?.text).toContain('- Northwind: you are no longer on this team');
  });

  test('take over the same role by hand, which ends without a match, too', async () => {
    groups.give(role('staff', team, 'viewer'));
    const nora = groups.person();
    await team.invite(nora.email, 'Viewer');
    await nora.signIn(['staff']);
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
    const [event] = await eventsOf(team);
    expect(event?.changes).toEqual([{ field: 'group', before: null, after: 'staff' }]);
    await nora.signIn([]);
    expect(await nora.roleIn(team)).toBeUndefined();
  });

  test('are given by the very name of a group, and by nothing like it', async () => {
    groups.give(role('Support', team, 'administrator'));
    const nora = groups.person();
    for (const name of [
      ...['support', 'SUPPORT', 'Support2', 'Suppor', ' Support', 'Support ', 'Support,x'],
      ...['Ｓupport', '*', '__proto__', 'constructor', ''],
    ]) {
      const { status, text } = await nora.rejected([name]);
      expect([name, status]).toEqual([name, 403]);
      expect(text).toContain('nobody has invited that email');
    }
    expect(await findUserByEmail(store.db, nora.email)).toBeUndefined();
    await nora.signIn(['support', 'Support']);
    expect(await nora.roleIn(team)).toEqual(['Administrator', 'Support']);
  });

  test('are for everybody, and in all teams, with *', async () => {
    groups.give(role(ALL, team, 'viewer'), { group: 'leads', team: ALL, role: 'manager' });
    const nora = groups.person();
    await nora.signIn(undefined);
    expect(await nora.roleIn(team)).toEqual(['Viewer', ALL]);
    expect(await nora.roleIn(other)).toBeUndefined();
    await nora.signIn(['leads']);
    expect(await nora.roleIn(team)).toEqual(['Manager', 'leads']);
    expect(await nora.roleIn(other)).toEqual(['Manager', 'leads']);
    await nora.signIn([]);
    expect(await nora.roleIn(team)).toEqual(['Viewer', ALL]);
    expect(await nora.roleIn(other)).toBeUndefined();
  });

  test('are the first in the settings among equal ones, by name or kind', async () => {
    const custom = { teamId: team.teamId, name: 'Editor', canWrite: true };
    await store.db.insert(roles).values({ ...custom, accessesNewDomains: false });
    groups.give(role('a', team, 'Viewer'), role('b', team, 'Editor'), role('c', team, 'manager'));
    const nora = groups.person();
    await nora.signIn(['c', 'b', 'a']);
    expect(await nora.roleIn(team)).toEqual(['Editor', 'b']);
  });

  test('are found among a thousand groups, whose names can be long', async () => {
    groups.give(role('group 999', team, 'support'));
    const many = Array.from({ length: 1000 }, (_, index) => `group ${index}`);
    const nora = groups.person();
    await nora.signIn([...many, 'x'.repeat(100_000)]);
    expect(await nora.roleIn(team)).toEqual(['Support', 'group 999']);
    await nora.signIn(many.slice(0, 999));
    expect(await nora.roleIn(team)).toBeUndefined();
  });

  test('leave the last administrator, and report it', async () => {
    groups.give(role('leads', team, 'administrator'), role('staff', team, 'viewer'));
    const [nora, mia] = [groups.person(), groups.person()];
    await nora.signIn(['leads']);
    await mia.signIn(['leads']);
    const removal = await team.call(team.ana, 'DELETE', `/people/${team.ana.userId}`);
    expect(removal.status).toBe(204);
    const applyTo = async ({ email }: { email: string }) => {
      const user = await findUserByEmail(store.db, email);
      const signIn = groups.signIn(email, ['staff']);
      if (user) await groups.service.dependencies.singleSignOn?.applyGroups(user, signIn);
    };
    await Promise.all([applyTo(nora), applyTo(mia)]);
    expect(await actionsOf(team)).toEqual([
      ...['person.create', 'person.create', 'person.keep', 'person.update'],
    ]);
    await nora.signIn([]);
    await mia.signIn([]);
    expect(await actionsOf(team)).toEqual([
      ...['person.create', 'person.create', 'person.delete'],
      ...['person.keep', 'person.keep', 'person.update'],
    ]);
    const left = await store.db
      .select({ group: memberships.groupName, isAdministrator: roles.canAdminister })
      .from(memberships)
      .innerJoin(roles, eq(roles.id, memberships.roleId))
      .where(eq(memberships.teamId, team.teamId));
    expect(left).toEqual([{ group: 'leads', isAdministrator: true }]);
  });

  test('are not changed by hand, but end by hand until the next sign-in', async () => {
    groups.give(role('staff', team, 'viewer'), role(ALL, other, 'viewer'));
    const nora = groups.person();
    await nora.signIn(['staff']);
    const user = await findUserByEmail(store.db, nora.email);
    const change = (of: PeopleTeam) =>
      of.call(of.ana, 'POST', `/people/${user?.id}/role`, { role: 'Administrator' });
    const rejected = await change(team);
    expect([rejected.status, rejected.body.errors[0].detail]).toEqual([
      422,
      "Signing in with Acme gives this role by the group staff, so it can't be changed here.",
    ]);
    expect((await change(other)).body.errors[0].detail).toBe(
      "Signing in with Acme gives this role, so it can't be changed here.",
    );
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
    expect((await team.call(team.ana, 'DELETE', `/people/${user?.id}`)).status).toBe(204);
    expect(await nora.roleIn(team)).toBeUndefined();
    await nora.signIn(['staff']);
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
  });

  test('are given to an account of before only after its own sign-in', async () => {
    groups.give(role('leads', team, 'administrator'));
    const { email, password, userId } = await createAccountUser(groups.service);
    await addMember(store.db, userId, team.teamId, team.readerRoleId);
    const ben = groups.person(email);
    groups.provider.claims = { sub: email, email, email_verified: true, groups: ['leads'] };
    const signIn = await openProviderSignIn(groups.service, groups.provider);
    await signIn.comeBack(signIn.callback());
    expect(await ben.roleIn(team)).toEqual(['Viewer', null]);
    await signIn.finish(await signIn.browser.submit(signIn.page, { email, password }));
    expect(await ben.roleIn(team)).toEqual(['Administrator', 'leads']);
  });

  test('come from the userinfo endpoint if the id_token has none', async () => {
    groups.give(role('staff', team, 'viewer'));
    const nora = groups.person();
    groups.provider.userinfo = { groups: ['staff'] };
    await nora.signIn(undefined);
    groups.provider.userinfo = {};
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
  });

  test('need teams and roles that exist', async () => {
    const missing = 2 ** 40;
    const start = (...groupRoles: Parameters<GroupSignIns['give']>) =>
      requireGroupRoles(store.db, { groupRoles });
    await start(role('a', team, 'viewer'), { group: 'b', team: ALL, role: 'support' });
    await expect(start({ group: 'a', team: missing, role: 'viewer' })).rejects.toThrow(
      `PATRON_OIDC_ROLES: there is no team ${missing}`,
    );
    await expect(start(role('a', team, 'Owner'))).rejects.toThrow(
      `PATRON_OIDC_ROLES: team ${team.teamId} has no role Owner; its roles are Administrator, Viewer, Manager, Support`,
    );
    await expect(start({ group: 'a', team: ALL, role: 'owner' })).rejects.toThrow(/no role owner/);
    await requireGroupRoles(store.db, undefined);
  });

  // Last, because another service registers the console at its own address.
  test('are roles by hand once the settings are gone, and stay so if those come back', async () => {
    groups.give(role('staff', team, 'viewer'), role('staff', other, 'viewer'));
    const nora = groups.person();
    await nora.signIn(['staff']);
    const user = await findUserByEmail(store.db, nora.email);
    const oidc = groups.provider.settings();
    const { idTokens } = groups.service.dependencies;
    const without = await startAdvocacy(store.storage, { oidc, idTokens }, { clock });
    const url = `${without.baseUrl}/admin/v1/teams/${team.teamId}/people`;
    const headers = { authorization: `Bearer ${team.ana.token}` };
    const list = (await (await fetch(url, { headers })).json()) as {
      data: { email: string; role: string; group: string | null }[];
    };
    const listed = list.data.find(({ email }) => email === nora.email);
    expect([listed?.role, listed?.group]).toEqual(['Viewer', null]);
    const change = await fetch(`${url}/${user?.id}/role?id_token=${team.ana.idToken}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'Support' }),
    });
    expect(change.status).toBe(200);
    await without.close();

    const signIn = groups.signIn(nora.email, []);
    if (user) await groups.service.dependencies.singleSignOn?.applyGroups(user, signIn);
    expect(await nora.roleIn(team)).toEqual(['Support', null]);
    expect(await nora.roleIn(other)).toBeUndefined();
  });
});
