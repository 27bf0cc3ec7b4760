import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { registerClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import {
  createPageBrowser,
  locationOf,
  type PageBrowser,
} from '#services/advocacy/testing/page-browser.ts';
import {
  createPeopleTeam,
  newAddress,
  type PeopleTeam,
} from '#services/advocacy/testing/people-team.ts';
import { createUser, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import {
  consoleAuthorization,
  openSignIn,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PASSWORD = 'quiet lantern over water';

describeBothStorages('invitations to a team (decisions.md, 49)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;
  const browser = createPageBrowser();

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  const accept = (link: URL, form: Record<string, string> = { password: PASSWORD }) =>
    browser.post(`${link.origin}${link.pathname}`, {
      token: link.searchParams.get('token') ?? '',
      ...form,
    });
  /** What happened to the team's invitations, oldest first. */
  const listEvents = () =>
    store.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.teamId, team.teamId), eq(auditEvents.subjectType, 'invitation')))
      .orderBy(asc(auditEvents.id));
  const pointerOf = (body: unknown) => errorDocumentSchema.parse(body).errors[0]?.source?.pointer;

  test('propose a name from the address', async () => {
    const email = `ana.ruiz_x-${crypto.randomUUID().slice(0, 8)}+news@example.test`;
    await team.invite(email);
    const page = await (await browser.get(await team.linkTo(email))).text();
    expect(page).toMatch(/name="name" value="Ana Ruiz X [^" ]+"/);
  });

  test('let a new person set a password and join the team', async () => {
    const email = newAddress();
    await team.invite(email);
    const link = await team.linkTo(email);
    expect(link.href).toMatch(`${service.baseUrl}/oauth/invitation?token=`);
    expect(await (await browser.get(link)).text()).toMatch(
      /New password[\s\S]*Set password and join</,
    );
    const short = await accept(link, { name: 'Inés Ruiz', password: 'too short' });
    expect(short.status).toBe(422);
    expect(await short.text()).toMatch(/role="alert"[\s\S]*value="Inés Ruiz"/);

    const welcome = await (await accept(link)).text();
    expect(welcome).toContain('<h1>You joined ');
    expect(welcome).toContain(`/teams/${team.teamId}/overview`);
    const { access_token: token } = await signInThroughPages(service.baseUrl, {
      email,
      password: PASSWORD,
    });
    const me = await fetch(`${service.baseUrl}/v2/me?include=teams`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await me.json()).toMatchObject({
      included: [
        {
          id: String(team.teamId),
          meta: { role: 'Viewer', administrators: [team.ana.email.split('@')[0]] },
        },
      ],
    });
    expect((await team.list()).data.map(({ kind }) => kind)).toEqual(['user', 'user']);
  });

  test('let a new person open the console without typing the password again, once', async () => {
    const email = newAddress();
    await team.invite(email);
    const visitor = createPageBrowser();
    const link = await team.linkTo(email);
    const form = { token: link.searchParams.get('token') ?? '', password: PASSWORD };
    expect(await (await visitor.post(link.href.replace(link.search, ''), form)).text()).toContain(
      'Your account is ready.',
    );
    const cookie = visitor.setCookies.find((line) => line.startsWith('patron_first_sign_in='));
    expect(cookie).toMatch(
      /; Path=[^;]+\/oauth\/interaction; Max-Age=300; HttpOnly; SameSite=Lax$/,
    );

    const open = (browser: PageBrowser) =>
      openSignIn(service.baseUrl, consoleAuthorization(service.baseUrl), browser);
    const { page } = await open(visitor);
    const resumed = await visitor.get(locationOf(await visitor.get(page)));
    expect(locationOf(resumed).searchParams.get('code')).toMatch(/./);

    const again = await open(visitor);
    expect(await (await visitor.get(again.page)).text()).toContain('name="password"');
    const thief = createPageBrowser();
    thief.storeCookie(cookie ?? '');
    const stolen = await open(thief);
    expect(await (await thief.get(stolen.page)).text()).toContain('name="password"');
  });

  test('let nobody in without the password after five minutes, or for another client', async () => {
    const email = newAddress();
    await team.invite(email);
    const visitor = createPageBrowser();
    const link = await team.linkTo(email);
    const form = { token: link.searchParams.get('token') ?? '', password: PASSWORD };
    await visitor.post(link.href.replace(link.search, ''), form);
    const partner = { clientId: 'first-partner', redirectUri: 'https://partner.test/callback' };
    await registerClient(store.db, {
      id: partner.clientId,
      name: 'a partner',
      redirectUris: [partner.redirectUri],
    });
    const { page: partnerPage } = await openSignIn(service.baseUrl, partner, visitor);
    expect(await (await visitor.get(partnerPage)).text()).toContain('name="password"');
    service.clock.advance(300);
    const console = consoleAuthorization(service.baseUrl);
    const { page } = await openSignIn(service.baseUrl, console, visitor);
    expect(await (await visitor.get(page)).text()).toContain('name="password"');
  });

  /** Accepts in the console, as a signed-in user. */
  const acceptAs = async (user: { userId: number }, link: URL, clientId?: string) => {
    const { db, clock } = service.dependencies;
    const token = await grantAccessToken(db, clock, { ...user, scopes: SCOPES, clientId });
    return fetch(`${service.baseUrl}/account/v1/invitations/accept`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.searchParams.get('token') }),
    });
  };
  const roleOf = async (email: string) =>
    (await team.list()).data.find((person) => person.kind === 'user' && person.email === email)
      ?.role;

  test('are accepted with an account only by signing in to it', async () => {
    const user = await createUser(service.dependencies.db, newAddress());
    const other = await createUser(service.dependencies.db, newAddress());
    await team.invite(user.email.toUpperCase(), 'Administrator');
    const link = await team.linkTo(user.email.toUpperCase());
    const page = await (await browser.get(link)).text();
    expect(page).toContain('/invitations/accept?token=');
    expect(page).not.toContain('New password');
    expect((await accept(link)).status).toBe(200);
    expect(await roleOf(user.email)).toBeUndefined();

    expect((await acceptAs(other, link)).status).toBe(422);
    expect((await acceptAs(user, link, 'partner')).status).toBe(403);
    expect(await roleOf(user.email)).toBeUndefined();
    const accepted = await acceptAs(user, link);
    expect([accepted.status, await accepted.json()]).toEqual([
      200,
      { data: { team_id: String(team.teamId), team: 'Northwind', role: 'Administrator' } },
    ]);
    expect(await roleOf(user.email)).toBe('Administrator');
    expect((await acceptAs(user, link)).status).toBe(404);
  });

  test('notify the sender and the person when they are accepted', async () => {
    const email = newAddress();
    await team.invite(email);
    await accept(await team.linkTo(email));
    const [welcome] = await listReceived(service, email);
    expect(welcome?.subject).toContain('You joined');
    const [notice] = await listReceived(service, team.ana.email);
    expect(notice?.text).toContain(email);
  });

  test('leave a person on the team their role, and record none', async () => {
    const vera = await team.createMember('vera', team.readerRoleId);
    const email = newAddress();
    await team.invite(email, 'Administrator');
    const link = await team.linkTo(email);
    await store.db
      .update(users)
      .set({ email, provenEmail: email })
      .where(eq(users.id, vera.userId));
    expect((await acceptAs(vera, link)).status).toBe(200);
    const person = (await team.list()).data.find(({ id }) => id === String(vera.userId));
    expect(person?.role).toBe('Viewer');
    expect((await listEvents()).at(-1)).toMatchObject({ action: 'invitation.accept', changes: [] });
  });

  test('need the password of the sender, and can be sent again with it', async () => {
    const email = newAddress();
    const withoutIdToken = { ...team.ana, idToken: '' };
    expect((await team.invite(email, 'Viewer', withoutIdToken)).status).toBe(403);
    const { body } = await team.invite(email);
    const first = await team.linkTo(email);
    const path = `/invitations/${body.data.id}/resend`;
    expect((await team.call(withoutIdToken, 'POST', path)).status).toBe(403);
    service.clock.advance(60);
    const sent = await team.call(team.ana, 'POST', path);
    expect(sent.body).toMatchObject({ data: { id: body.data.id, email, kind: 'invitation' } });
    expect(Date.parse(sent.body.data.expires_at)).toBeGreaterThan(Date.parse(body.data.expires_at));
    expect((await browser.get(first)).status).toBe(400);
    expect((await accept(await team.linkTo(email))).status).toBe(200);
    expect((await team.call(team.ana, 'POST', path)).status).toBe(404);
    expect((await listEvents()).map(({ action }) => action)).toEqual([
      'invitation.create',
      'invitation.resend',
      'invitation.accept',
    ]);
  });

  test.each(['demoted', 'removed'])('end when their sender is %s', async (how) => {
    const omar = await team.createMember('omar', team.writerRoleId);
    const email = newAddress();
    await team.invite(email, 'Administrator', omar);
    const link = await team.linkTo(email);
    const path = `/people/${omar.userId}`;
    const { status } =
      how === 'demoted'
        ? await team.call(team.ana, 'POST', `${path}/role`, { role: 'Viewer' })
        : await team.call(team.ana, 'DELETE', path);
    expect(status).toBeLessThan(300);
    expect((await listEvents()).map(({ action }) => action)).toEqual([
      'invitation.create',
      'invitation.delete',
    ]);
    expect((await browser.get(link)).status).toBe(400);
    expect((await accept(link)).status).toBe(400);
    expect((await team.list()).data.filter(({ kind }) => kind === 'invitation')).toEqual([]);
    const [notice] = await listReceived(service, omar.email);
    expect(notice?.text).toMatch(
      how === 'demoted' ? / to Viewer\./ : / removed you from the team /,
    );
  });

  test('are void while their sender does not administer the team, whatever took the role away', async () => {
    const omar = await team.createMember('omar', team.writerRoleId);
    const email = newAddress();
    await team.invite(email, 'Viewer', omar);
    const link = await team.linkTo(email);
    await store.db
      .update(memberships)
      .set({ roleId: team.readerRoleId })
      .where(eq(memberships.userId, omar.userId));
    expect((await accept(link)).status).toBe(400);
  });

  test('work once, even in parallel, and for seven days', async () => {
    const email = newAddress();
    await team.invite(email);
    const link = await team.linkTo(email);
    const acceptAndRead = async () => (await accept(link)).text();
    const outcomes = await Promise.all([acceptAndRead(), acceptAndRead(), acceptAndRead()]);
    // The others see that the link was used or, just before that, that the account exists.
    expect(outcomes.filter((text) => text.includes('<h1>You joined '))).toHaveLength(1);
    expect((await browser.get(link)).status).toBe(400);

    const late = newAddress();
    await team.invite(late);
    const expired = await team.linkTo(late);
    service.clock.advance(7 * 86_400);
    expect((await browser.get(expired)).status).toBe(400);
    expect((await accept(expired)).status).toBe(400);
  });

  test('are rejected when tampered with, and forwarded headers change no address', async () => {
    const email = newAddress();
    await team.invite(email);
    const link = await team.linkTo(email);
    const token = link.searchParams.get('token') ?? '';
    const tampered = new URL(link);
    for (const value of ['', '\0', `${token}x`, token.slice(1)]) {
      tampered.searchParams.set('token', value);
      expect((await browser.get(tampered)).status).toBe(400);
      expect((await accept(tampered)).status).toBe(400);
    }
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'ftp' };
    const page = await createPageBrowser(headers).post(`${link.origin}${link.pathname}`, {
      token,
      password: PASSWORD,
    });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).not.toContain('evil.test');
    expect(html).toContain(`${service.dependencies.publicUrl}/teams/${team.teamId}/overview`);
  });

  test('replace the last one to the same address, and are void once withdrawn', async () => {
    const email = newAddress();
    await team.invite(email);
    const first = await team.linkTo(email);
    const { body } = await team.invite(email, 'Administrator');
    expect((await team.list()).data.filter(({ kind }) => kind === 'invitation')).toHaveLength(1);
    expect((await browser.get(first)).status).toBe(400);
    const [created, replaced, ...others] = await listEvents();
    expect(replaced).toMatchObject({
      action: 'invitation.delete',
      subjectId: created?.subjectId,
      subjectName: email,
    });
    expect(others.map(({ action }) => action)).toEqual(['invitation.create']);
    const second = await team.linkTo(email);
    expect((await team.call(team.ana, 'DELETE', `/invitations/${body.data.id}`)).status).toBe(204);
    expect((await accept(second)).status).toBe(400);
    expect((await team.call(team.ana, 'DELETE', `/invitations/${body.data.id}`)).status).toBe(404);
  });

  test('are limited to ten a day to one address, in any case and from any team', async () => {
    const email = newAddress();
    const other = await createPeopleTeam(service);
    for (const invite of [team.invite, other.invite]) {
      for (let count = 0; count < 4; count += 1) expect((await invite(email)).status).toBe(201);
    }
    const parallel = await Promise.all(
      [team, other, team, other].map(({ invite }) => invite(email.toUpperCase())),
    );
    expect(parallel.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    expect((await team.invite(newAddress())).status).toBe(201);
    service.clock.advance(86_400);
    expect((await (await createPeopleTeam(service)).invite(email)).status).toBe(201);
  });

  test('are limited to 200 a day from one team', async () => {
    for (let count = 0; count < 200; count += 1) {
      expect((await team.invite(newAddress())).status).toBe(201);
    }
    const email = newAddress();
    const { status, body } = await team.invite(email);
    expect([status, errorDocumentSchema.parse(body).errors[0]?.detail]).toEqual([
      429,
      'Too many invitations were sent from this team today. Try again tomorrow.',
    ]);
    expect(await listReceived(service, email)).toEqual([]);
    expect((await (await createPeopleTeam(service)).invite(email)).status).toBe(201);
  });

  test('are rejected with an invalid or known address or role', async () => {
    for (const [body, pointer] of [
      [{ email: 'nobody', role: 'Viewer' }, '/email'],
      [{ email: newAddress(), role: 'Owner' }, '/role'],
      [{ email: team.ana.email.toUpperCase(), role: 'Viewer' }, '/email'],
      [{ email: newAddress() }, '/role'],
    ] as const) {
      const response = await team.call(team.ana, 'POST', '/invitations', body);
      expect([response.status, pointerOf(response.body)]).toEqual([422, pointer]);
    }
  });
});
