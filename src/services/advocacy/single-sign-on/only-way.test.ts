import { afterAll, beforeAll, expect, test } from 'vitest';
import { setBreakGlass, unlinkUser } from '#services/advocacy/administration/manage-sign-in.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { createPeopleTeam, newAddress } from '#services/advocacy/testing/people-team.ts';
import {
  consoleAuthorization,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { findUser, findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { requireBreakGlassUser } from './require-break-glass.ts';
import type { OpenIdProvider } from './testing/openid-provider.ts';
import {
  openProviderSignIn,
  signInByProvider,
  startWithProvider,
} from './testing/provider-sign-in.ts';

describeBothStorages('single sign-on as the only way (decisions.md, 66)', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;

  beforeAll(async () => {
    ({ provider, service } = await startWithProvider(store.storage, clock, { isOnly: true }));
  });
  afterAll(() => service.close());

  const openPage = () => openSignIn(service.baseUrl);

  async function signInWithPassword({ email, password }: AccountUser): Promise<string> {
    const { browser, page } = await openPage();
    return (await browser.submit(page, { email, password })).text();
  }

  const rowOf = async ({ userId }: AccountUser) => {
    const row = await findUser(store.db, userId);
    if (!row) throw new Error('The user was deleted');
    return row;
  };

  const addEmailFactor = ({ userId, email: externalId }: AccountUser) =>
    store.db.insert(authenticationFactors).values({
      ...{ userId, externalId, type: 'out_of_band', channel: 'email', status: 'active' },
      isDefault: true,
      createdAt: clock.now(),
    });

  test('a start is rejected until a user with a second step is for emergencies', async () => {
    const { oidc } = service.dependencies;
    await expect(requireBreakGlassUser(store.db, oidc)).rejects.toThrow(/^PATRON_OIDC_ONLY: /);
    await requireBreakGlassUser(store.db, provider.settings());
    const user = await createAccountUser(service);
    await setBreakGlass(service.dependencies, await rowOf(user), true);
    await expect(requireBreakGlassUser(store.db, oidc)).rejects.toThrow(/^PATRON_OIDC_ONLY: /);
    expect(await signInWithPassword(user)).toContain('This account needs a second step');

    await addEmailFactor(user);
    await requireBreakGlassUser(store.db, oidc);
    expect(await signInWithPassword(user)).toContain('Two-step verification');
    await setBreakGlass(service.dependencies, await rowOf(user), false);
    expect(await signInWithPassword(user)).toContain('This account signs in with Acme.');
    expect((await user.received()).map(({ subject }) => subject)).toContain(
      'Your Patron account is for emergencies',
    );
  });

  test('each sign-in without the provider is emailed to its user', async () => {
    const user = await createAccountUser(service);
    await setBreakGlass(service.dependencies, await rowOf(user), true);
    await addEmailFactor(user);
    const mails = async () =>
      (await user.received()).filter(
        ({ subject }) => subject === 'Someone signed in to Patron without Acme',
      );
    for (const count of [1, 2]) {
      clock.advance(60);
      const { browser, page } = await openPage();
      await browser.submit(page, { email: user.email, password: user.password });
      expect(await mails()).toHaveLength(count - 1);
      const code = /\b\d{6}\b/.exec((await user.received())[0]?.text ?? '')?.[0] ?? '';
      const response = await browser.post(`${page}/code`, { code });
      expect(locationOf(response).pathname).toContain('/oauth/authorize/');
      expect(await mails()).toHaveLength(count);
    }
    expect((await mails())[0]?.text).toContain('which only accounts for emergencies can.');
  });

  test('the page leads to the provider, and folds the way without it', async () => {
    const { browser, page } = await openPage();
    const html = await (await browser.get(page)).text();
    expect(html).toMatch(
      /<a class="button provider" href="[^"]+\/sso">Continue with Acme<\/a>\s*<details class="ways"><summary>Sign in without Acme/,
    );
    expect(await signInWithPassword(await createAccountUser(service))).toContain(
      'This account signs in with Acme.',
    );
  });

  test('an account is still linked after its own sign-in, and can be unlinked', async () => {
    const user = await createAccountUser(service);
    provider.claims = { sub: user.email, email: user.email, email_verified: true };
    const signIn = await openProviderSignIn(service, provider);
    await signIn.comeBack(signIn.callback());
    const { email, password } = user;
    const tokens = await signIn.finish(
      await signIn.browser.submit(signIn.page, { email, password }),
    );
    expect(await user.isAlive(tokens)).toBe(true);
    expect(await unlinkUser(service.dependencies, await rowOf(user))).toBe(1);
    expect(await user.isAlive(tokens)).toBe(false);
    expect(await unlinkUser(service.dependencies, await rowOf(user))).toBe(0);
  });

  test('an invitation is accepted by the provider, which its page leads to', async () => {
    const team = await createPeopleTeam(service);
    const email = newAddress();
    await team.invite(email);
    const link = await team.linkTo(email);
    const other = await createPeopleTeam(service);
    await other.invite(email);
    const browser = createPageBrowser();
    const html = await (await browser.get(link)).text();
    expect(html).toContain('Sign in with Acme to join.');
    expect(html).not.toContain('name="password"');
    const { token } = Object.fromEntries(link.searchParams);
    const password = 'quiet lantern over water';
    await browser.post(`${service.baseUrl}/oauth/invitation`, { token: token ?? '', password });
    expect(await findUserByEmail(store.db, email)).toBeUndefined();

    const left = await browser.get(`${service.baseUrl}/oauth/invitation/sso?token=${token}`);
    expect(locationOf(left).pathname).toBe(`/teams/${team.teamId}/overview`);
    const { page } = await openSignIn(
      service.baseUrl,
      consoleAuthorization(service.baseUrl),
      browser,
    );
    const sent = await browser.get(page);
    expect(locationOf(sent).origin).toBe(provider.url);
    // The way back shows the page.
    expect((await browser.get(page)).status).toBe(200);

    provider.claims = { sub: 'wrong person', email: newAddress(), email_verified: true };
    const wrong = await browser.get(provider.authorize(locationOf(sent)));
    expect((await browser.get(locationOf(wrong))).status).toBe(403);
    provider.claims = { sub: email, email, email_verified: true };
    const right = await browser.get(provider.authorize(locationOf(sent)));
    expect((await browser.get(locationOf(right))).status).toBe(303);
    expect((await team.list()).data.map((person) => person.email)).toContain(email);
    // The page names one team; the other invitation stays open.
    const kindOf = (await other.list()).data.find((person) => person.email === email)?.kind;
    expect(kindOf).toBe('invitation');
    expect((await signInByProvider(service, provider)).access_token).toBeDefined();
    expect((await browser.get(link)).status).toBe(400);
  });
});
