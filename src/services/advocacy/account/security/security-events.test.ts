import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import { listSecurityEvents } from '#contract/audit/audit-events.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createPageBrowser, type PageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { authorizeThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { createTokenClient } from '#services/advocacy/testing/token-client.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('GET security-events (decisions.md, 47)', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  const list = async (tokens: TokenResponse) => {
    const { status, body } = await user.call(tokens, 'GET', '/account/v1/security-events');
    expect(status).toBe(200);
    return listSecurityEvents.response.parse(body).data;
  };

  test('lists the user’s own sign-ins, sign-outs and password changes, newest first', async () => {
    const stranger = await createAccountUser(service);
    await stranger.signIn();
    const signedOut = await user.signIn();
    const { revoke } = createTokenClient(service.baseUrl, user);
    await revoke({ client_id: 'patron-console', token: signedOut.refresh_token });
    const tokens = await user.signIn();
    await user.call(tokens, 'POST', '/account/v1/password', {
      current_password: user.password,
      new_password: 'quiet lantern over water',
    });
    const events = await list(tokens);
    expect(events.map(({ action }) => action)).toEqual([
      'password.change',
      'sign_in.success',
      'session.sign_out',
      'sign_in.success',
    ]);
    for (const { actor, ip } of events) {
      expect(actor).toMatchObject({ kind: 'user', id: String(user.userId) });
      expect(ip).toEqual(expect.any(String));
    }
  });

  test('lists failed sign-ins, and once that the user was locked', async () => {
    for (let count = 0; count < 12; count += 1) await user.canSignIn('wrong');
    service.clock.advance(900);
    const tokens = await user.signIn();
    await vi.waitFor(async () => {
      const actions = (await list(tokens)).map(({ action }) => action);
      expect(actions.filter((action) => action === 'sign_in.failure')).toHaveLength(10);
      expect(actions.filter((action) => action === 'sign_in.lock')).toHaveLength(1);
    });
  });

  test('lists wrong passwords of someone who is signed in, with one email at the lock', async () => {
    const tokens = await user.signIn();
    const stepUp = (password: string) => user.sendPassword(tokens, password);
    const changePassword = () =>
      user.call(tokens, 'POST', '/account/v1/password', {
        current_password: 'wrong',
        new_password: 'quiet lantern over water',
      });
    expect((await changePassword()).status).toBe(422);
    for (let count = 0; count < 3; count += 1) expect((await stepUp('wrong')).status).toBe(400);
    expect(await user.received()).toEqual([]);
    // In parallel, so that only one of them can be the last.
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => stepUp('wrong')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([400, 429, 429, 429]);

    const actions = (await list(tokens)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'step_up.failure')).toHaveLength(5);
    expect(actions[0]).toBe('step_up.lock');
    expect(actions.filter((action) => action === 'step_up.lock')).toHaveLength(1);
    const [email, ...others] = await user.received();
    expect(others).toEqual([]);
    expect(email?.subject).toBe('Wrong passwords in your Patron account');
    expect(email?.text).toMatch(/IP address: [\d.:a-f]+\n/);

    // The next locks of the day are events, but no more emails.
    service.clock.advance(900);
    for (let count = 0; count < 5; count += 1) await stepUp('wrong');
    const locks = (await list(tokens)).filter(({ action }) => action === 'step_up.lock');
    expect(locks).toHaveLength(2);
    expect(locks[0]?.actor).toMatchObject({ kind: 'user', id: String(user.userId) });
    expect(await user.received()).toHaveLength(1);
  });

  test('an email announces a sign-in from another browser, with what to do', async () => {
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0';
    const browser = createPageBrowser({ 'user-agent': firefox });
    const signIn = (from: PageBrowser, password = user.password) =>
      authorizeThroughPages(service.baseUrl, { email: user.email, password }, undefined, from);
    // The first one isn't announced.
    await user.signIn();
    expect(await user.received()).toEqual([]);
    await signIn(browser);
    const [message, ...others] = await user.received();
    expect(others).toEqual([]);
    expect(message?.subject).toBe('New sign-in to your Patron account');
    expect(message?.text).toMatch(
      /Device: Firefox on Windows\nIP address: [\d.:a-f]+\nTime: .+ UTC/,
    );
    expect(message?.text).toContain(
      `Set a new password:\n${service.baseUrl}/oauth/forgot-password`,
    );
    // Again from the same browser, also with another password.
    await signIn(browser);
    const passwordHash = await hashPassword('quiet lantern over water');
    await store.db.update(users).set({ passwordHash }).where(eq(users.id, user.userId));
    await signIn(browser, 'quiet lantern over water');
    expect(await user.received()).toHaveLength(1);
  });

  test('a browser that several users share is news to each of them once', async () => {
    const users = [user, await createAccountUser(service), await createAccountUser(service)];
    const shared = createPageBrowser();
    for (const each of users) await each.signIn();
    for (let turn = 0; turn < 2; turn += 1) {
      for (const { email, password } of users) {
        await authorizeThroughPages(service.baseUrl, { email, password }, undefined, shared);
      }
    }
    const received = await Promise.all(users.map((each) => each.received()));
    expect(received.map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});
