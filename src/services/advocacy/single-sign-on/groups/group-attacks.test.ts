import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type GroupSignIns,
  startGroupSignIns,
} from '#services/advocacy/single-sign-on/testing/group-sign-ins.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

describeBothStorages('roles by groups withstand', (store) => {
  const clock = createTestClock();
  let groups: GroupSignIns;
  let team: PeopleTeam;
  let nora: ReturnType<GroupSignIns['person']>;

  beforeAll(async () => {
    groups = await startGroupSignIns(store.storage, clock);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(groups.service);
    groups.give(
      { group: 'leads', team: team.teamId, role: 'administrator' },
      { group: 'staff', team: team.teamId, role: 'viewer' },
    );
    nora = groups.person();
    await nora.signIn(['staff']);
  });
  afterEach(() => {
    groups.provider.idToken = undefined;
  });
  afterAll(() => groups.close());

  const eventCount = () => store.db.$count(auditEvents, eq(auditEvents.teamId, team.teamId));

  test.each<[string, unknown, Record<string, unknown>]>([
    ['a number', 7, {}],
    ['an object', { leads: true }, {}],
    ['a list in a list', [['leads']], {}],
    ['a list with an object', ['leads', { name: 'leads' }], {}],
    ['a list cut by _claim_names', ['leads'], { _claim_names: { groups: 'src1' } }],
    ['a list cut by hasgroups', undefined, { hasgroups: true }],
  ])(
    '%s: the sign-in is rejected, with a page that says who can help, and roles stay',
    async (_name, value, more) => {
      const before = await eventCount();
      const { status, text } = await nora.rejected(value, more);
      expect(status).toBe(403);
      expect(text).toContain('Acme signed you in, but Patron can&#39;t read your groups there');
      expect(text).toContain('Ask your Patron administrator');
      expect(text).not.toContain('invit');
      expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
      expect(await eventCount()).toBe(before);
    },
  );

  test("another provider's groups", async () => {
    groups.provider.idToken = () =>
      groups.provider.sign({ sub: nora.email, iss: 'https://evil.example', groups: ['leads'] });
    expect((await nora.rejected(['leads'])).status).not.toBe(200);
    expect(await nora.roleIn(team)).toEqual(['Viewer', 'staff']);
  });

  test('an account whose link ended or became that of someone else during the sign-in', async () => {
    const user = await findUserByEmail(store.db, nora.email);
    if (!user) throw new Error('The user was deleted');
    const signIn = groups.signIn(nora.email, ['leads']);
    const apply = () => groups.service.dependencies.singleSignOn?.applyGroups(user, signIn);
    await store.db.delete(userIdentities).where(eq(userIdentities.userId, user.id));
    await apply();
    await store.db.insert(userIdentities).values({
      ...{ userId: team.ana.userId, issuer: signIn.issuer, subject: nora.email },
      createdAt: clock.now(),
    });
    await apply();
    const { data } = await team.list();
    const roleOf = (email: string) => data.find((each) => each.email === email)?.role;
    expect([roleOf(nora.email), roleOf(team.ana.email)]).toEqual(['Viewer', 'Administrator']);
  });

  test('an address that the provider has not proven, which gets no account', async () => {
    const stranger = groups.person();
    const { status } = await stranger.rejected(['leads'], { email_verified: false });
    expect(status).toBe(403);
    expect(await findUserByEmail(store.db, stranger.email)).toBeUndefined();
  });
});
