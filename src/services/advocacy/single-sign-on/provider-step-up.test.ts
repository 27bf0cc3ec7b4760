import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import type { OpenIdProvider } from './testing/openid-provider.ts';
import {
  createLinkedUser,
  type LinkedUser,
  signInByProvider,
  startWithProvider,
} from './testing/provider-sign-in.ts';

describeBothStorages('confirming at the provider (decisions.md, 65)', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;
  let user: LinkedUser;
  let tokens: TokenResponse;

  beforeAll(async () => {
    ({ provider, service } = await startWithProvider(store.storage, clock));
  });
  beforeEach(async () => {
    provider.callback = {};
    user = await createLinkedUser(service, provider);
    tokens = await signInByProvider(service, provider);
  });
  afterAll(() => service.close());

  const start = async () => {
    const { body } = await user.call(tokens, 'POST', '/account/v1/step-up/sso');
    return new URL(body.data.url);
  };
  const finish = (code: string | null, by = tokens) =>
    user.call(by, 'POST', '/account/v1/step-up/sso/finish', { code: code ?? '' });

  /** Opens the window, signs in at the provider, and returns where the window ends. */
  async function confirm(
    browser = createPageBrowser(),
    link: URL | undefined = undefined,
  ): Promise<URLSearchParams> {
    const sent = await browser.get(link ?? (await start()));
    const callback = provider.authorize(locationOf(sent));
    const ended = locationOf(await browser.get(locationOf(await browser.get(callback))));
    expect(ended.pathname).toBe('/step-up/callback');
    expect(ended.search).toBe('');
    return new URLSearchParams(ended.hash.slice(1));
  }

  test('gives an id_token once, for the access token that began', async () => {
    const url = locationOf(await createPageBrowser().get(await start()));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const code = (await confirm()).get('code');
    const other = await signInByProvider(service, provider);
    expect((await finish(code, other)).status).toBe(422);
    const responses = await Promise.all([finish(code), finish(code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    const confirmed = responses.find(({ status }) => status === 200)?.body;
    expect(confirmed).toMatchObject({ id_token: expect.any(String), expires_in: 900 });
  });

  test('says why a sign-in at the provider does not count', async () => {
    const sub = user.subject;
    for (const [claims, error] of [
      [{ sub: 'another person' }, 'other_account'],
      [{ sub, auth_time: undefined }, 'no_auth_time'],
      [{ sub, auth_time: provider.now() - 61 }, 'old_auth_time'],
    ] as const) {
      provider.claims = claims as typeof provider.claims;
      expect(Object.fromEntries(await confirm())).toEqual({ error });
    }
    provider.claims = { sub };
    provider.callback = { iss: 'https://evil.example' };
    expect(Object.fromEntries(await confirm())).toEqual({ error: 'invalid' });
  });

  test('rejects a code that it never issued, and a link after five minutes', async () => {
    expect((await finish('x')).status).toBe(422);
    const link = await start();
    clock.advance(300);
    const ended = locationOf(await createPageBrowser().get(link));
    expect(ended.hash).toBe('#error=invalid');
  });

  test('a link that a stolen token began gives the thief nothing', async () => {
    const link = await start();
    const thief = createPageBrowser();
    const sent = await thief.get(link);

    // They only know another account of the provider, and theirs can be linked, too.
    const accomplice = await createLinkedUser(service, provider);
    for (const sub of [accomplice.subject, 'unknown to Patron']) {
      provider.claims = { sub };
      expect(Object.fromEntries(await confirm(thief, link))).toEqual({ error: 'other_account' });
    }

    // The victim follows the link, and signs in: only their browser gets the code.
    provider.claims = { sub: user.subject };
    const browser = createPageBrowser();
    const callback = provider.authorize(locationOf(await browser.get(link)));
    const state = callback.searchParams.get('state') ?? '';
    expect((await thief.get(callback)).status).toBe(400);
    const confirmed = new URL(`${service.baseUrl}/oauth/sso/confirmed?${callback.searchParams}`);
    expect(locationOf(await thief.get(confirmed)).hash).toBe('#error=invalid');
    const own = locationOf(sent).searchParams.get('state') ?? '';
    confirmed.searchParams.set('state', own);
    expect(locationOf(await thief.get(confirmed)).hash).toBe('#error=invalid');

    // Nothing that the thief has seen is a code.
    const { request } = Object.fromEntries(link.searchParams);
    const content = JSON.parse(Buffer.from(String(request), 'base64url').toString());
    for (const code of [request, content.challenge, state, own]) {
      expect((await finish(String(code))).status).toBe(422);
    }
  });

  test('a changed link is worth nothing', async () => {
    const link = await start();
    const { request } = Object.fromEntries(link.searchParams);
    const content = JSON.parse(Buffer.from(String(request), 'base64url').toString());
    const stranger = await createAccountUser(service);
    const boundTo = String(content.boundTo).replace(/^\d+/, String(stranger.userId));
    for (const changed of [{ ...content, boundTo }, { ...content, challenge: 'x' }, null]) {
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
      link.searchParams.set('request', text);
      expect(locationOf(await createPageBrowser().get(link)).hash).toBe('#error=invalid');
    }
  });

  test('the profile says how the user can confirm', async () => {
    const confirmOf = async (by = tokens, who: AccountUser = user) =>
      (await who.call(by, 'GET', '/account/v1/profile')).body.data.confirm;
    expect(await confirmOf()).toEqual(['password', 'sso']);
    await store.db
      .update(users)
      .set({ passwordHash: NO_PASSWORD })
      .where(eq(users.id, user.userId));
    const signedIn = await signInByProvider(service, provider);
    expect(await confirmOf(signedIn)).toEqual(['sso']);
    const stranger = await createAccountUser(service);
    expect(await confirmOf(await stranger.signIn(), stranger)).toEqual(['password']);
  });

  test('nobody confirms at a provider that does not know them', async () => {
    const stranger = await createAccountUser(service);
    const own = await stranger.signIn();
    const { status } = await stranger.call(own, 'POST', '/account/v1/step-up/sso');
    expect(status).toBe(404);
  });
});
