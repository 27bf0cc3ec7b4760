import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { listPeople } from '#contract/people/people.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const PASSWORD = 'quiet lantern over water';

describeStorages('people of a team (decisions.md, 49)', (store) => {
  let service: TestAdvocacy;
  let team: Awaited<ReturnType<typeof createTeam>>;
  let ana: Member;
  let path: string;
  const browser = createPageBrowser();

  type Member = Awaited<ReturnType<typeof createMember>>;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createTeam(store.db, 'Northwind');
    path = `/admin/v1/teams/${team.teamId}`;
    ana = await createMember('ana', team.writerRoleId);
  });
  afterAll(() => service.close());

  async function createMember(name: string, roleId: number) {
    const { userId, email } = await createUser(store.db, `${name}-${randomUUID()}@brand.test`);
    await addMember(store.db, userId, team.teamId, roleId);
    const token = await grantAccessToken(store.db, service.clock, { userId, scopes: SCOPES });
    const caller = await authenticate(store.db, service.clock, `Bearer ${token}`);
    if (!caller) throw new Error('The access token is not valid');
    return { userId, email, token, idToken: await service.dependencies.idTokens.issue(caller) };
  }

  async function call({ token, idToken }: Member, method: string, to: string, body?: unknown) {
    const stepUp = /\/people\//.test(to) ? `?id_token=${idToken}` : '';
    const response = await fetch(`${service.baseUrl}${path}${to}${stepUp}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const list = async (member = ana, query = '') =>
    listPeople.response.parse((await call(member, 'GET', `/people${query}`)).body);
  const pointerOf = (body: unknown) => errorDocumentSchema.parse(body).errors[0]?.source?.pointer;
  const invite = (email: string, role = 'Viewer', by = ana) =>
    call(by, 'POST', '/invitations', { email, role });
  const linkTo = async (email: string) => {
    const [message] = await listReceived(service, email);
    return new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? '');
  };
  const accept = (link: URL, form: Record<string, string> = { password: PASSWORD }) =>
    browser.post(`${link.origin}${link.pathname}`, {
      token: link.searchParams.get('token') ?? '',
      ...form,
    });
  const newAddress = () => `${randomUUID()}@brand.test`;

  test('are users and open invitations with their roles, in pages', async () => {
    const email = `zoe-${newAddress()}`;
    expect((await invite(email)).status).toBe(201);
    const all = await list();
    expect(all).toMatchObject({ total: 2, more: false, next_cursor: null });
    expect(all.data).toEqual([
      {
        id: String(ana.userId),
        kind: 'user',
        email: ana.email,
        name: ana.email.split('@')[0],
        role: 'Administrator',
        administrator: true,
        expires_at: null,
      },
      expect.objectContaining({
        kind: 'invitation',
        email,
        role: 'Viewer',
        administrator: false,
        expires_at: new Date(service.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      }),
    ]);
    expect(all.roles.map(({ name }) => name)).toEqual(['Administrator', 'Viewer']);
    const first = await list(ana, '?count=1');
    const second = await list(ana, `?count=1&start_cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(all.data);
    expect(second.more).toBe(false);
  });

  test('are shown to and changed by administrators only, with a confirmed password', async () => {
    const viewer = await createMember('vera', team.readerRoleId);
    expect((await call(viewer, 'GET', '/people')).status).toBe(403);
    expect((await invite(newAddress(), 'Viewer', viewer)).status).toBe(403);
    const outsider = { ...ana, idToken: 'none' };
    const removal = await call(outsider, 'DELETE', `/people/${viewer.userId}`);
    expect([removal.status, removal.body.errors[0].code]).toEqual([403, '403']);
    const role = { role: 'Administrator' };
    const change = await call(outsider, 'POST', `/people/${viewer.userId}/role`, role);
    expect([change.status, change.body.errors[0].code]).toEqual([403, '403']);
  });

  test('an invited person sets a password and lands in the team', async () => {
    const email = newAddress();
    await invite(email);
    const link = await linkTo(email);
    expect(link.href).toMatch(`${service.baseUrl}/oauth/invitation?token=`);
    expect(await (await browser.get(link)).text()).toMatch(/New password[\s\S]*Set password/);
    const short = await accept(link, { password: 'too short' });
    expect([short.status, await short.text()]).toEqual([
      422,
      expect.stringContaining('role="alert"'),
    ]);

    const response = await accept(link);
    expect(await response.text()).toContain(`/teams/${team.teamId}/overview`);
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
          meta: { role: 'Viewer', administrators: [ana.email.split('@')[0]] },
        },
      ],
    });
    expect((await list()).data.map(({ kind }) => kind)).toEqual(['user', 'user']);
  });

  test('an invited person with an account only accepts', async () => {
    const { email } = await createUser(store.db, newAddress());
    await invite(email.toUpperCase(), 'Administrator');
    const link = await linkTo(email.toUpperCase());
    const html = await (await browser.get(link)).text();
    expect(html).toContain('Accept invitation');
    expect(html).not.toContain('New password');
    expect((await accept(link, {})).status).toBe(200);
    expect((await list()).data.find((person) => person.email === email)?.role).toBe(
      'Administrator',
    );
  });

  test('an invitation works once, even in parallel, and for seven days', async () => {
    const email = newAddress();
    await invite(email);
    const link = await linkTo(email);
    const outcomes = await Promise.all([accept(link), accept(link), accept(link)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await browser.get(link)).status).toBe(400);

    const late = newAddress();
    await invite(late);
    const expired = await linkTo(late);
    service.clock.advance(7 * 86_400);
    expect((await browser.get(expired)).status).toBe(400);
    expect((await accept(expired)).status).toBe(400);
  });

  test('a tampered invitation is rejected, and forwarded headers change no address', async () => {
    const email = newAddress();
    await invite(email);
    const link = await linkTo(email);
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

  test('a new invitation replaces the last one, and a withdrawn one is void', async () => {
    const email = newAddress();
    await invite(email);
    const first = await linkTo(email);
    const { body } = await invite(email, 'Administrator');
    expect((await list()).data.filter(({ kind }) => kind === 'invitation')).toHaveLength(1);
    expect((await browser.get(first)).status).toBe(400);
    const second = await linkTo(email);
    expect((await call(ana, 'DELETE', `/invitations/${body.data.id}`)).status).toBe(204);
    expect((await accept(second)).status).toBe(400);
    expect((await call(ana, 'DELETE', `/invitations/${body.data.id}`)).status).toBe(404);
  });

  test('invitations are checked', async () => {
    for (const [body, pointer] of [
      [{ email: 'nobody', role: 'Viewer' }, '/email'],
      [{ email: newAddress(), role: 'Owner' }, '/role'],
      [{ email: ana.email.toUpperCase(), role: 'Viewer' }, '/email'],
      [{ email: newAddress() }, '/role'],
    ] as const) {
      const response = await call(ana, 'POST', '/invitations', body);
      expect([response.status, pointerOf(response.body)]).toEqual([422, pointer]);
    }
  });

  test('a lost role takes effect with the next request', async () => {
    const ben = await createMember('ben', team.writerRoleId);
    const demoted = await call(ana, 'POST', `/people/${ben.userId}/role`, { role: 'Viewer' });
    expect(demoted).toMatchObject({ status: 200, body: { data: { role: 'Viewer' } } });
    expect((await call(ben, 'GET', '/people')).status).toBe(403);
    const accounts = () =>
      fetch(`${service.baseUrl}/v2/teams/${team.teamId}/accounts`, {
        headers: { authorization: `Bearer ${ben.token}` },
      });
    expect((await accounts()).status).toBe(200);
    expect((await call(ana, 'DELETE', `/people/${ben.userId}`)).status).toBe(204);
    expect((await accounts()).status).toBe(403);
    expect((await call(ana, 'DELETE', `/people/${ben.userId}`)).status).toBe(404);
  });

  test('the last administrator can neither leave nor be demoted, even in parallel', async () => {
    expect((await call(ana, 'DELETE', `/people/${ana.userId}`)).status).toBe(422);
    const demotion = await call(ana, 'POST', `/people/${ana.userId}/role`, { role: 'Viewer' });
    expect(demotion.status).toBe(422);

    const ben = await createMember('ben', team.writerRoleId);
    const responses = await Promise.all([
      call(ana, 'DELETE', `/people/${ben.userId}`),
      call(ben, 'POST', `/people/${ana.userId}/role`, { role: 'Viewer' }),
    ]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    // The loser is rejected as the last administrator, or because they no longer are one.
    expect([403, 422]).toContain(statuses.find((status) => status >= 300));
  });
});
