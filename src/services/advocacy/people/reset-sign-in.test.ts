import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { insertIdentity } from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { addMember } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const NEW_PASSWORD = 'quiet lantern over water';

describeBothStorages('reset of a sign-in (decisions.md, 67)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  const reset = (userId: number, by = team.ana) => team.call(by, 'POST', `/people/${userId}/reset`);

  /** A colleague with a password, a session, an authenticator app and a link to a provider. */
  async function createColleague() {
    const user = await createAccountUser(service);
    await addMember(store.db, user.userId, team.teamId, team.readerRoleId);
    const tokens = await user.signIn();
    await store.db.insert(authenticationFactors).values({
      ...{ userId: user.userId, type: 'one_time_password', channel: null },
      ...{ status: 'active', isDefault: true, createdAt: service.clock.now() },
    });
    const provider = { url: 'https://login.example.com' };
    await insertIdentity(service, provider, { userId: user.userId, subject: user.email });
    return { user, tokens };
  }

  test('leaves a colleague the mailbox only, with a link that works once within 24 hours', async () => {
    const { user, tokens } = await createColleague();
    const { user: other, tokens: othersTokens } = await createColleague();
    expect((await reset(user.userId)).status).toBe(204);
    expect([await user.isAlive(tokens), await other.isAlive(othersTokens)]).toEqual([false, true]);
    expect(await user.canSignIn(user.password)).toBe(false);
    const isOwn = eq(authenticationFactors.userId, user.userId);
    expect(await store.db.$count(authenticationFactors, isOwn)).toBe(0);
    const isLink = eq(userIdentities.userId, user.userId);
    expect(await store.db.$count(userIdentities, isLink)).toBe(0);
    const [mail] = await listReceived(service, user.email);
    const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    service.clock.advance(86_399);
    const browser = createPageBrowser();
    expect((await browser.get(link)).status).toBe(200);
    const token = link.searchParams.get('token') ?? '';
    expect((await browser.submit(link, { token, password: NEW_PASSWORD })).status).toBe(200);
    expect(await user.canSignIn(NEW_PASSWORD)).toBe(true);
    expect((await browser.submit(link, { token, password: 'another long one' })).status).not.toBe(
      200,
    );

    // The neighbor keeps everything.
    const isNeighbor = eq(authenticationFactors.userId, other.userId);
    expect(await store.db.$count(authenticationFactors, isNeighbor)).toBe(1);
    const isNeighborsLink = eq(userIdentities.userId, other.userId);
    expect(await store.db.$count(userIdentities, isNeighborsLink)).toBe(1);
    const events = await store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'person.reset_sign_in'));
    expect(events.at(-1)).toMatchObject({
      teamId: team.teamId,
      userId: user.userId,
      subjectId: String(user.userId),
      changes: [],
    });
  });

  test('is rejected for people of another team, of several teams, for emergencies, and for oneself', async () => {
    const { user, tokens } = await createColleague();
    const stranger = await createPeopleTeam(service);
    expect((await reset(user.userId, stranger.ana)).status).toBe(403);
    expect((await stranger.call(stranger.ana, 'POST', `/people/${user.userId}/reset`)).status).toBe(
      404,
    );
    expect((await reset(team.ana.userId)).status).toBe(422);
    const viewer = await team.createMember('vera', team.readerRoleId);
    expect((await reset(user.userId, viewer)).status).toBe(403);
    expect((await reset(user.userId, { ...team.ana, idToken: 'none' })).body.errors[0].code).toBe(
      '403',
    );
    const isOwn = eq(users.id, user.userId);
    await store.db.update(users).set({ isBreakGlass: true }).where(isOwn);
    expect((await reset(user.userId)).status).toBe(403);
    await store.db.update(users).set({ isBreakGlass: false }).where(isOwn);
    await addMember(store.db, user.userId, stranger.teamId, stranger.readerRoleId);
    expect((await reset(user.userId)).status).toBe(403);
    expect(await user.isAlive(tokens)).toBe(true);
  });
});
