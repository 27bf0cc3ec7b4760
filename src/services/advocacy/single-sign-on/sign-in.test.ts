import { gzipSync } from 'node:zlib';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import {
  createPeopleTeam,
  newAddress,
  type PeopleTeam,
} from '#services/advocacy/testing/people-team.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import type { OpenIdProvider } from './testing/openid-provider.ts';
import {
  openProviderSignIn,
  signInByProvider,
  startWithProvider,
} from './testing/provider-sign-in.ts';

/** HTML, style sheet and scripts in gzip; the font and the pictures are decoration. */
const SIGN_IN_PAGE_MAX_BYTES = 12_000;

describeBothStorages('single sign-on (decisions.md, 66)', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;

  beforeAll(async () => {
    ({ provider, service } = await startWithProvider(store.storage, clock));
  });
  beforeEach(() => {
    const email = newAddress();
    provider.claims = { sub: `sub-${email}`, email, email_verified: true, name: 'Ana Lima' };
  });
  afterAll(() => service.close());

  const email = () => String(provider.claims.email);
  const me = async ({ access_token }: { access_token: string }) =>
    fetch(`${service.baseUrl}/v2/me`, { headers: { authorization: `Bearer ${access_token}` } });
  const lastSession = async (userId: number | undefined) => {
    const [session] = await store.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId ?? 0))
      .orderBy(desc(sessions.createdAt))
      .limit(1);
    return session;
  };

  /** Signs in by the provider, and then to the account that has the same address. */
  async function linkAccount() {
    const user = await createAccountUser(service);
    provider.claims.email = user.email;
    const signIn = await openProviderSignIn(service, provider);
    await signIn.comeBack(signIn.callback());
    const response = await signIn.browser.submit(signIn.page, {
      email: user.email,
      password: user.password,
    });
    return { user, tokens: await signIn.finish(response) };
  }

  test('the sign-in page has a link to the provider, which the page never follows by itself', async () => {
    const { browser, page } = await openSignIn(service.baseUrl);
    const html = await (await browser.get(page)).text();
    expect(html).toContain(`href="${page.pathname}/sso">Continue with Acme</a>`);
    const { started } = await openProviderSignIn(service, provider, browser);
    const url = new URL(started.headers.get('location') ?? '');
    expect(url.origin).toBe(provider.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'patron',
      redirect_uri: `${service.baseUrl}/oauth/sso/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
  });

  test('the sign-in page with passkeys and the provider weighs at most 12 KB, compressed', async () => {
    const { browser, page } = await openSignIn(service.baseUrl);
    const html = await (await browser.get(page)).text();
    expect(html).toContain('data-passkey');
    expect(html).toContain('Continue with Acme');
    const files = [...html.matchAll(/(?:rel="stylesheet" href|<script src)="([^"]+)"/g)];
    const texts = files.map(async ([, url = '']) => (await fetch(new URL(url, page))).text());
    const sizes = [html, ...(await Promise.all(texts))].map((text) => gzipSync(text).length);
    expect(sizes).toHaveLength(4);
    expect(sizes.reduce((total, size) => total + size)).toBeLessThan(SIGN_IN_PAGE_MAX_BYTES);
  });

  test('an invited person gets an account without a password, and signs in again by the same subject', async () => {
    const team = await createPeopleTeam(service);
    expect((await team.invite(email())).status).toBe(201);
    provider.claims.sid = 'their session';
    expect((await me(await signInByProvider(service, provider))).status).toBe(200);
    const user = await findUserByEmail(store.db, email());
    expect(user).toMatchObject({
      name: 'Ana Lima',
      provenEmail: email(),
      passwordHash: NO_PASSWORD,
    });
    expect(await lastSession(user?.id)).toMatchObject({
      userId: user?.id,
      ways: ['sso'],
      provider: provider.url,
      providerSessionId: 'their session',
    });
    const people = await team.list();
    expect(people.data.map((person) => person.email)).toContain(email());

    provider.claims = { sub: provider.claims.sub ?? '', email: 'other@acme.test' };
    const tokens = await signInByProvider(service, provider);
    expect(((await (await me(tokens)).json()) as { data: { id: string } }).data.id).toBe(
      String(user?.id),
    );
  });

  test('a person with invitations to several teams joins them all', async () => {
    const teams = [await createPeopleTeam(service), await createPeopleTeam(service)];
    const withdrawn = await createPeopleTeam(service);
    for (const team of [...teams, withdrawn]) await team.invite(email());
    const [invitation] = (await withdrawn.list()).data.filter(({ kind }) => kind === 'invitation');
    await withdrawn.call(withdrawn.ana, 'DELETE', `/invitations/${invitation?.id}`);
    await signInByProvider(service, provider);
    const kinds = async (team: PeopleTeam) =>
      (await team.list()).data.filter((person) => person.email === email()).map(({ kind }) => kind);
    expect(await Promise.all([...teams, withdrawn].map(kinds))).toEqual([['user'], ['user'], []]);
  });

  test('a session ends after the hours that the operator set', async () => {
    const team = await createPeopleTeam(service);
    await team.invite(email());
    const tokens = await signInByProvider(service, provider);
    const refresh = (refresh_token: string) =>
      fetch(`${service.baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'patron-console',
          refresh_token,
        }),
      });
    clock.advance(12 * 3600 - 60);
    const renewed = await refresh(tokens.refresh_token);
    expect(renewed.status).toBe(200);
    const { access_token, refresh_token } = (await renewed.json()) as Record<string, string>;
    clock.advance(60);
    expect((await me({ access_token: access_token ?? '' })).status).toBe(401);
    expect((await refresh(refresh_token ?? '')).status).toBe(400);
  });

  test('an existing account is linked after its own sign-in, which ends its other sessions', async () => {
    const user = await createAccountUser(service);
    provider.claims.email = user.email.toUpperCase();
    const other = await user.signIn();
    const signIn = await openProviderSignIn(service, provider);
    const asked = await signIn.comeBack(signIn.callback());
    const page = await (await signIn.browser.get(locationOf(asked))).text();
    expect(page).toContain(`${user.email} already has a Patron account.`);
    expect(await user.isAlive(other)).toBe(true);

    const stranger = await createAccountUser(service);
    const wrong = await signIn.browser.submit(signIn.page, {
      email: stranger.email,
      password: stranger.password,
    });
    expect(await wrong.text()).toContain(`Acme knows you as ${user.email}.`);

    const { email: address, password } = user;
    const response = await signIn.browser.submit(signIn.page, { email: address, password });
    const tokens = await signIn.finish(response);
    expect(await user.isAlive(tokens)).toBe(true);
    expect(await user.isAlive(other)).toBe(false);
    expect(await lastSession(user.userId)).toMatchObject({
      ways: ['password', 'sso'],
      provider: provider.url,
    });
    expect((await user.received()).map(({ subject }) => subject)).toContain(
      'You now sign in to Patron with Acme',
    );
    expect(await store.db.$count(userIdentities, eq(userIdentities.userId, user.userId))).toBe(1);
    expect(await user.isAlive(await signInByProvider(service, provider))).toBe(true);
  });

  test('the link needs the browser that came back from the provider', async () => {
    const user = await createAccountUser(service);
    provider.claims.email = user.email;
    const signIn = await openProviderSignIn(service, provider);
    await signIn.comeBack(signIn.callback());
    const planted = createPageBrowser();
    for (const cookie of signIn.browser.setCookies) {
      if (!cookie.startsWith('patron_proof')) planted.storeCookie(cookie);
    }
    const { email: address, password } = user;
    await planted.submit(signIn.page, { email: address, password });
    expect(await store.db.$count(userIdentities, eq(userIdentities.userId, user.userId))).toBe(0);
  });

  test('a linked person signs in by the provider alone', async () => {
    const { user } = await linkAccount();
    const { browser, page } = await openSignIn(service.baseUrl);
    const { email: address, password } = user;
    const rejected = await browser.submit(page, { email: address, password });
    expect(rejected.status).toBe(422);
    expect(await rejected.text()).toContain('This account signs in with Acme.');
  });

  test('a person without an invitation reads who can help, and gets no account', async () => {
    const signIn = await openProviderSignIn(service, provider);
    const response = await signIn.comeBack(signIn.callback());
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain(`Acme signed you in as ${email()}, but nobody has invited that email`);
    expect(html).toContain('Ask your Patron administrator for an invitation.');
    expect(await findUserByEmail(store.db, email())).toBeUndefined();
  });

  test('the address comes from the userinfo endpoint if the id_token has none', async () => {
    const team = await createPeopleTeam(service);
    await team.invite(email());
    provider.userinfo = { email: email(), email_verified: true };
    provider.claims = { sub: provider.claims.sub ?? '' };
    const address = String(provider.userinfo.email);
    await signInByProvider(service, provider);
    expect(await findUserByEmail(store.db, address)).toMatchObject({ provenEmail: address });
    provider.userinfo = {};
  });

  test('a provider that hangs delays nobody else', async () => {
    provider.hangs = true;
    const signIn = await openProviderSignIn(service, provider);
    const waiting = signIn.comeBack(signIn.callback());
    const user = await createAccountUser(service);
    const startedAt = performance.now();
    await user.signIn();
    // The limit of a call to the provider is ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    provider.hangs = false;
    provider.endCalls();
    const page = await signIn.browser.get(locationOf(await waiting));
    expect(await page.text()).toContain('Acme can&#39;t be reached right now.');
    expect(await listReceived(service, email())).toEqual([]);
  });

  // Last, because it registers the console at its own address.
  test('with the provider switched off again, passwords work', async () => {
    const { user } = await linkAccount();
    const without = await startAdvocacy(store.storage, {}, { clock });
    const { browser, page } = await openSignIn(without.baseUrl);
    const { email: address, password } = user;
    const response = await browser.submit(page, { email: address, password });
    expect(response.headers.get('location')).toContain('/oauth/authorize/');
    expect((await browser.get(`${page}/sso`)).status).toBe(404);
    await without.close();
  });

  // The last one: the console's client has the address of the service that was started last.
  test('amr says whether there was a second step at the provider, where the operator names its values', async () => {
    const oidc = provider.settings({ amr: ['mfa', 'hwk'] });
    const strict = await startAdvocacy(store.storage, { oidc }, { clock });
    onTestFinished(() => strict.close());
    await strict.dependencies.singleSignOn?.metadata.refresh();
    const team = await createPeopleTeam(strict);
    await team.invite(email());
    for (const [amr, way] of [
      [['pwd', 'mfa'], 'sso'],
      [['pwd'], 'sso_one_step'],
      ['mfa', 'sso_one_step'],
      [undefined, 'sso_one_step'],
    ]) {
      provider.claims = { ...provider.claims, amr };
      clock.advance(1);
      await signInByProvider(strict, provider);
      const user = await findUserByEmail(store.db, email());
      expect((await lastSession(user?.id))?.ways).toEqual([way]);
    }
  });
});
