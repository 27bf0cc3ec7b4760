import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { createAuthenticator } from '#services/advocacy/testing/authenticator.ts';
import { locationOf } from '#services/advocacy/testing/page-browser.ts';
import {
  authorizeThroughPages,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { passkeys } from './passkeys-table.ts';
import { createPasskeyUser, readPasskeyPage, submitPasskey } from './testing/passkey-user.ts';

describeBothStorages('signing in with a passkey (decisions.md, 10 and 65)', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof createPasskeyUser>>;
  let origin: string;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    origin = service.dependencies.publicUrl;
  });
  beforeEach(async () => {
    user = await createPasskeyUser(service);
  });
  afterAll(() => service.close());

  const open = () => openSignIn(service.baseUrl);
  type Opened = Awaited<ReturnType<typeof open>>;
  const getsCode = async ({ browser }: Opened, response: Response) =>
    locationOf(await browser.get(locationOf(response))).searchParams.has('code');
  const waysOfLastSession = async () => {
    const [session] = await store.db
      .select({ ways: sessions.ways })
      .from(sessions)
      .where(eq(sessions.userId, user.userId))
      .orderBy(desc(sessions.createdAt))
      .limit(1);
    return session?.ways;
  };
  /** Opens the sign-in page, and the second step by the password. */
  const openSecondStep = async ({ email, password } = user) => {
    const opened = await open();
    await opened.browser.post(opened.page, { email, password });
    return opened;
  };

  test('is both steps, with options in a page that works without JavaScript', async () => {
    const opened = await open();
    const { html, options } = await readPasskeyPage(opened);
    expect(html).toContain('autocomplete="username webauthn"');
    expect(html).toMatch(/data-passkey="[^"]+" hidden>/);
    expect(html).toContain('Sign in with a passkey');
    // Names nobody: who opens the page is unknown.
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
    service.clock.advance(1);
    const response = await submitPasskey(opened, user.authenticator.sign(options, { origin }));
    expect(await getsCode(opened, response)).toBe(true);
    expect(await waysOfLastSession()).toEqual(['passkey']);
  });

  test('is asked for after the password, like a factor', async () => {
    const opened = await openSecondStep();
    const { html, options } = await readPasskeyPage(opened);
    expect(html).toContain('Use one of your passkeys');
    expect(html).not.toContain('name="code"');
    expect(options.allowCredentials).toMatchObject([{ id: user.authenticator.id }]);
    service.clock.advance(1);
    const response = await submitPasskey(opened, user.authenticator.sign(options, { origin }));
    expect(await getsCode(opened, response)).toBe(true);
    expect(await waysOfLastSession()).toEqual(['password', 'passkey']);
  });

  test("can't be skipped after the password", async () => {
    const { browser, page } = await openSecondStep();
    const resume = page.href.replace('/interaction/', '/authorize/');
    const next = locationOf(await browser.get(resume));
    expect(await (await browser.get(next)).text()).toContain('name="password"');
  });

  test('is replaced by a recovery code after the password', async () => {
    const target = user.at('').replace('/account/v1/passkeys', '/v2/authentication_factors');
    const data = { type: 'authentication_factor', attributes: { type: 'recovery_code' } };
    const { body } = await user.call(user.tokens, 'POST', target, { data });
    const [code] = body.data.meta.recovery_codes;
    const opened = await openSecondStep();
    expect((await readPasskeyPage(opened)).html).toContain('Use a recovery code');
    const form = await (await opened.browser.get(`${opened.page}?recovery=1`)).text();
    expect(form).toContain('name="code"');
    const wrong = await opened.browser.submit(`${opened.page}/code`, { code: '123456' });
    expect(wrong.status).toBe(422);
    service.clock.advance(1);
    const right = await opened.browser.post(`${opened.page}/code`, { code, recovery: '1' });
    expect(await getsCode(opened, right)).toBe(true);
    expect(await waysOfLastSession()).toEqual(['password', 'recovery_code']);
  });

  test('is offered beside the codes of a factor', async () => {
    const target = user.at('').replace('/account/v1/passkeys', '/v2/authentication_factors');
    const attributes = { type: 'out_of_band', channel: 'email' };
    const data = { type: 'authentication_factor', attributes };
    await user.call(user.tokens, 'POST', target, { data });
    const opened = await openSecondStep();
    const { html, options } = await readPasskeyPage(opened);
    expect(html).toContain('name="code"');
    expect(options).toBeNull();
    expect(html).toMatch(/value="0">.*Passkey/);
    await opened.browser.post(`${opened.page}/factor`, { factor_id: '0' });
    const chosen = await readPasskeyPage(opened);
    const response = await submitPasskey(
      opened,
      user.authenticator.sign(chosen.options, { origin }),
    );
    expect(await getsCode(opened, response)).toBe(true);
  });

  test('is rejected for another page, browser, purpose, user handle or origin', async () => {
    const opened = await open();
    const { options } = await readPasskeyPage(opened);
    const { options: elsewhere } = await readPasskeyPage(await open());
    const { options: second } = await readPasskeyPage(await openSecondStep());
    const stranger = await createPasskeyUser(service);
    const { authenticator } = user;
    const rejected = {
      browser: authenticator.sign(elsewhere, { origin }),
      purpose: authenticator.sign(second, { origin }),
      handle: authenticator.sign(options, { origin, userHandle: stranger.handle }),
      origin: authenticator.sign(options, { origin: 'http://127.0.0.1' }),
      unverified: authenticator.sign(options, { origin, isUserVerified: false }),
      unknown: createAuthenticator().sign(options, { origin, userHandle: user.handle }),
      malformed: { id: '\0' },
      nothing: null,
    };
    for (const [name, credential] of Object.entries(rejected)) {
      const response = await submitPasskey(opened, credential);
      expect([name, response.status]).toEqual([name, 422]);
      expect(await response.text()).toMatch(/role="alert"[^>]*>The passkey wasn&#39;t accepted/);
    }
    const credential = authenticator.sign(options, { origin });
    const response = await submitPasskey(opened, credential);
    expect(locationOf(response).pathname).toContain('/oauth/authorize/');
    // A second time, before the first has its session.
    expect((await submitPasskey(opened, credential)).status).toBe(422);
  });

  describe('with its counter', () => {
    /** Signs in, or completes a sign-in after the password. @returns whether it was accepted */
    const isAccepted = async (who: typeof user, counter: number, opening = open) => {
      const opened = await opening();
      const { options } = await readPasskeyPage(opened);
      service.clock.advance(1);
      who.authenticator.setCounter(counter);
      const response = await submitPasskey(opened, who.authenticator.sign(options, { origin }));
      expect([303, 422]).toContain(response.status);
      return response.status === 303;
    };

    test('of one device is rejected when it goes back or stays, also as the second step', async () => {
      const owner = await createPasskeyUser(service, createAuthenticator({ counter: 7 }));
      const afterPassword = () => openSecondStep(owner);
      expect(await isAccepted(owner, 9)).toBe(true);
      for (const counter of [9, 8, 0]) {
        expect([counter, await isAccepted(owner, counter)]).toEqual([counter, false]);
        expect([counter, await isAccepted(owner, counter, afterPassword)]).toEqual([
          counter,
          false,
        ]);
      }
      expect(await isAccepted(owner, 10, afterPassword)).toBe(true);
      expect(await isAccepted(owner, 11)).toBe(true);
    });

    test('of 0 that is synced signs in for ever', async () => {
      for (let time = 0; time < 4; time += 1) expect(await isAccepted(user, 0)).toBe(true);
      expect(await isAccepted(user, 0, () => openSecondStep())).toBe(true);
    });
  });

  test("is rejected as the second step after another user's password", async () => {
    const stranger = await createPasskeyUser(service);
    const opened = await openSecondStep();
    const { options } = await readPasskeyPage(opened);
    const response = await submitPasskey(opened, stranger.authenticator.sign(options, { origin }));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Two-step verification');
    const events = await store.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.userId, stranger.userId));
    expect(events.map(({ action }) => action)).not.toContain('sign_in.failure');
  });

  test('ends when the passkey is removed before the session begins', async () => {
    const opened = await open();
    const { options } = await readPasskeyPage(opened);
    const response = await submitPasskey(opened, user.authenticator.sign(options, { origin }));
    await store.db.delete(passkeys).where(eq(passkeys.userId, user.userId));
    expect((await opened.browser.get(locationOf(response))).status).toBe(400);
    const { callback } = await authorizeThroughPages(service.baseUrl, user);
    expect(callback.searchParams.has('code')).toBe(true);
  });

  test('works while the page is open: half an hour', async () => {
    const opened = await open();
    const { options } = await readPasskeyPage(opened);
    service.clock.advance(1799);
    const response = await submitPasskey(opened, user.authenticator.sign(options, { origin }));
    expect(locationOf(response).pathname).toContain('/oauth/authorize/');
  });

  test('is neither offered nor asked for after a move to another host, or on an IP address', async () => {
    for (const relyingParty of [undefined, { id: 'new.test', origin }]) {
      const moved = await startAdvocacy(store.storage, { relyingParty });
      const { browser, page } = await openSignIn(moved.baseUrl);
      const html = await (await browser.get(page)).text();
      expect(html.includes('data-passkey')).toBe(relyingParty !== undefined);
      const { email, password } = user;
      const { callback } = await authorizeThroughPages(moved.baseUrl, { email, password });
      expect(callback.searchParams.has('code')).toBe(true);
      await moved.close();
    }
  });
});
