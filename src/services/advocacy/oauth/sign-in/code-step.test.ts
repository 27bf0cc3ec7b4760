import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locationOf } from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users as usersTable } from '#services/advocacy/users/users-table.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import type { SignInFactor } from './second-factors.ts';

const SMS: SignInFactor = { id: 7, type: 'out_of_band', channel: 'sms', destination: '+15•••67' };
const APP: SignInFactor = { id: 8, type: 'one_time_password', channel: null, destination: null };

describeStorages('code step', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let factors: SignInFactor[] = [];
  let hasRecoveryCodes = false;
  const sent: number[] = [];
  let retryAt = new Date(0);

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, {
      secondFactors: {
        listForSignIn: async () => factors,
        hasRecoveryCodes: async () => hasRecoveryCodes,
        async sendCode(_userId, factorId) {
          const now = service.clock.now();
          if (retryAt > now) return retryAt;
          sent.push(factorId);
          retryAt = new Date(now.getTime() + 30_000);
          return retryAt;
        },
        verify: async (_userId, factorId, code) =>
          code === `code-of-${factorId}` ? 'code' : undefined,
      },
    });
    users = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  /** Completes the password step of a user with these factors. */
  const withFactors = async (...list: SignInFactor[]) => {
    factors = list;
    retryAt = new Date(0);
    sent.length = 0;
    const opened = await openSignIn(service.baseUrl);
    const { email, password } = users.writer;
    const response = await opened.browser.post(opened.page, { email, password });
    return { ...opened, response };
  };

  test('is skipped without factors', async () => {
    const { response, page } = await withFactors();
    expect(locationOf(response).href).not.toBe(page.href);
  });

  test('returns to the password step if the password has changed', async () => {
    const { browser, page } = await withFactors(APP);
    const { email, password } = users.writer;
    const passwordHash = await hashPassword(password);
    await store.db.update(usersTable).set({ passwordHash }).where(eq(usersTable.email, email));
    const response = await browser.post(`${page}/code`, { code: `code-of-${APP.id}` });
    expect(locationOf(response).href).toBe(page.href);
    expect(await (await browser.get(page)).text()).toContain('id="password"');
  });

  test('asks for the default factor and sends its code once', async () => {
    const { browser, page, response } = await withFactors(SMS, APP);
    expect(locationOf(response).href).toBe(page.href);
    for (let visit = 0; visit < 2; visit += 1) {
      const html = await (await browser.get(page)).text();
      expect(html).toContain('text message to +15•••67');
      expect(html).toMatch(/<label for="code">Code<\/label>/);
      expect(html).toContain('>Continue</button>');
      expect(html).toContain('autocomplete="one-time-code"');
    }
    expect(sent).toEqual([SMS.id]);
  });

  test("can't be bypassed with the password alone", async () => {
    const { browser, page } = await withFactors(APP);
    const resume = page.href.replace('/interaction/', '/authorize/');
    const response = await browser.get(resume);
    expect(locationOf(response).pathname).toContain('/oauth/interaction/');
    expect(await (await browser.get(locationOf(response))).text()).toContain('name="password"');
  });

  test('accepts a right code, and shows an error for a wrong one', async () => {
    const { browser, page } = await withFactors(APP);
    const wrong = await browser.submit(`${page}/code`, { code: '000000' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toMatch(/role="alert"[^>]*>The code is wrong or has expired/);
    expect((await browser.submit(`${page}/code`, { code: ' ' })).status).toBe(422);
    const right = await browser.post(`${page}/code`, { code: ` code-of-${APP.id} ` });
    const callback = locationOf(await browser.get(locationOf(right)));
    expect(callback.searchParams.has('code')).toBe(true);
  });

  test('switches to another factor, but only one of the user’s', async () => {
    const { browser, page } = await withFactors(APP, SMS);
    expect(await (await browser.get(page)).text()).toContain('Text message<small>+15•••67</small>');
    await browser.post(`${page}/factor`, { factor_id: '999' });
    expect(sent).toEqual([]);
    await browser.post(`${page}/factor`, { factor_id: String(SMS.id) });
    expect(sent).toEqual([SMS.id]);
    expect(await (await browser.get(page)).text()).toContain('<span>Authenticator app</span>');
    expect((await browser.post(`${page}/code`, { code: `code-of-${SMS.id}` })).status).toBe(303);
  });

  test('sends a code again after 30 seconds, and shows the remaining time', async () => {
    const { browser, page } = await withFactors(SMS);
    await browser.post(`${page}/send`, {});
    expect(sent).toHaveLength(1);
    const waiting = await browser.get(page);
    const html = await waiting.text();
    expect(html).toContain('>Resend</button> <span id="wait">in 0:30</span>');
    expect(html, 'for the script that counts down').toContain('data-wait-seconds="30"');
    expect(waiting.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = /<script src="([^"]+)" defer>/.exec(html)?.[1] ?? '';
    const { status, headers } = await fetch(new URL(script, service.baseUrl));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    service.clock.advance(30);
    await browser.post(`${page}/send`, {});
    expect(sent).toHaveLength(2);
  });

  test('says so when no more codes are sent today', async () => {
    const { browser, page } = await withFactors(SMS, APP);
    retryAt = new Date(service.clock.now().getTime() + 5 * 3_600_000);
    await browser.post(`${page}/send`, {});
    const html = await (await browser.get(page)).text();
    expect(html).toContain('too many codes by text message to +15•••67');
    expect(html).toContain('<span id="wait">in 5 hours</span>');
  });

  test('has a form for recovery codes', async () => {
    hasRecoveryCodes = true;
    const { browser, page } = await withFactors(SMS);
    expect(await (await browser.get(page)).text()).toContain('Use a recovery code');
    const html = await (await browser.get(`${page}?recovery=1`)).text();
    expect(html).toContain('recovery codes');
    expect(html).toContain('inputmode="text"');
    const wrong = await browser.submit(`${page}/code`, { code: 'x', recovery: '1' });
    expect(await wrong.text()).toContain('Each recovery code works once');
  });

  test("doesn't offer recovery codes when none are left", async () => {
    hasRecoveryCodes = false;
    const { browser, page } = await withFactors(SMS);
    for (const address of [page, `${page}?recovery=1`]) {
      const html = await (await browser.get(address)).text();
      expect(html).toContain('text message to +15•••67');
      expect(html).not.toContain('recovery');
    }
    // The last one has just been used in another browser.
    const late = await browser.submit(`${page}/code`, { code: 'x', recovery: '1' });
    expect(late.status).toBe(422);
    expect(await late.text()).toContain('The code is wrong or has expired');
  });

  test('allows signing in with a different account', async () => {
    const { browser, page } = await withFactors(APP);
    await browser.post(`${page}/restart`, {});
    expect(await (await browser.get(page)).text()).toContain('name="password"');
    const late = await browser.post(`${page}/code`, { code: `code-of-${APP.id}` });
    expect(locationOf(late).href).toBe(page.href);
  });
});
