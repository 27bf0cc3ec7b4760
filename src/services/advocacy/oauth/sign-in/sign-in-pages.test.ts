import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import type { SignInFactor } from './second-factors.ts';

const SMS: SignInFactor = { id: 7, type: 'out_of_band', channel: 'sms', destination: '+15•••67' };
const APP: SignInFactor = { id: 8, type: 'one_time_password', channel: null, destination: null };

describeStorages('the sign-in pages (decisions.md, 9 and 10)', (store) => {
  let service: TestAdvocacy;
  let people: Awaited<ReturnType<typeof seedSignIn>>;
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
        verify: async (_userId, factorId, code) => code === `code-of-${factorId}`,
      },
    });
    people = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  const open = () => openSignIn(service.baseUrl, consoleAuthorization(service.baseUrl));
  const withFactors = async (...list: SignInFactor[]) => {
    factors = list;
    retryAt = new Date(0);
    sent.length = 0;
    const opened = await open();
    const { email, password } = people.writer;
    const response = await opened.browser.post(opened.page, { email, password });
    return { ...opened, response };
  };

  describe('the first step', () => {
    test('is a form that names the client and works without JavaScript', async () => {
      const { browser, page } = await open();
      const response = await browser.get(page);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toMatch(/<title>Sign in/);
      expect(html).toContain('<h1>Sign in</h1>');
      expect(html).toContain('the Patron console');
      expect(html).toMatch(/<label for="email">Email<\/label>\s*<input id="email"/);
      expect(html).toMatch(/<label for="password">Password<\/label>\s*<input id="password"/);
      expect(html).not.toMatch(/<script|style=|onclick/);
    });

    test('its headers keep it alone, unseen and unstored', async () => {
      const { browser, page } = await openSignIn(service.baseUrl, PARTNER);
      const { headers } = await browser.get(page);
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).toContain("form-action 'self' http://127.0.0.1:4199");
      expect(csp).not.toContain('unsafe');
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    });

    test('its style sheet and fonts are served, to be kept', async () => {
      const { browser, page } = await open();
      const html = await (await browser.get(page)).text();
      const sheet = /href="([^"]+\.css)"/.exec(html)?.[1] ?? '';
      const css = await fetch(new URL(sheet, service.baseUrl));
      expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(css.headers.get('cache-control')).toContain('immutable');
      const urls = [...(await css.text()).matchAll(/url\("([^"]+)"\)/g)].map(
        ([, url]) => url ?? '',
      );
      expect(urls).toHaveLength(3);
      for (const url of urls) expect((await fetch(new URL(url, css.url))).status, url).toBe(200);
    });

    test.each([
      ['a wrong password', { password: 'wrong' }, /email or password is wrong/, 'password'],
      [
        'an unknown email',
        { email: 'nobody@example.com' },
        /email or password is wrong/,
        'password',
      ],
      ['an email with a NUL', { email: 'a\0b' }, /email or password is wrong/, 'password'],
      [
        'a very long password',
        { password: 'x'.repeat(5000) },
        /email or password is wrong/,
        'password',
      ],
      ['no password', { password: '' }, /Enter your password/, 'password'],
      ['no email', { email: ' ' }, /Enter your email/, 'email'],
    ])('%s is told, and the email kept', async (_what, wrong, message, field) => {
      const { browser, page } = await open();
      const { email, password } = people.writer;
      const response = await browser.post(page, { email, password, ...wrong });
      const html = await response.text();
      expect(response.status).toBe(422);
      expect(html).toMatch(/role="alert"/);
      expect(html).toMatch(message);
      const input = new RegExp(`<input id="${field}"[^>]*>`).exec(html)?.[0];
      expect(input).toContain('autofocus');
      expect(input).toContain('aria-invalid="true"');
      expect(html).toContain(`value="${{ email, ...wrong }.email.trim()}"`);
      expect(html).not.toContain(password);
    });

    test('what was typed is escaped', async () => {
      const { browser, page } = await open();
      const response = await browser.post(page, { email: '"><b>x', password: 'x' });
      expect(await response.text()).toContain('value="&quot;&gt;&lt;b&gt;x"');
    });

    test('the email’s case does not matter', async () => {
      factors = [];
      const credentials = { ...people.writer, email: 'WRITER@example.com' };
      const { callback } = await authorizeThroughPages(service.baseUrl, credentials);
      expect(callback.searchParams.has('code')).toBe(true);
    });

    test.each(['an unknown one', 'another browser’s', 'a finished one', 'an expired one'])(
      'of %s: a page with a way to start again',
      async (which) => {
        factors = [];
        const opened = await open();
        let { browser, page } = opened;
        if (which === 'an unknown one') page = new URL(`${page}x`);
        if (which === 'another browser’s') browser = createPageBrowser();
        if (which === 'an expired one') service.clock.advance(1800);
        if (which === 'a finished one') {
          const { email, password } = people.writer;
          const posted = await browser.post(page, { email, password });
          await browser.get(locationOf(posted));
        }
        for (const response of [
          await browser.get(page),
          await browser.post(page, people.reader as never),
        ]) {
          expect(response.status).toBe(400);
          const html = await response.text();
          expect(html).toContain('<h1>Sign in again</h1>');
          expect(html).toContain(`href="${new URL(service.baseUrl).origin}/"`);
        }
      },
    );
  });

  describe('the second step', () => {
    test('is skipped by who has no factor', async () => {
      const { response, page } = await withFactors();
      expect(locationOf(response).href).not.toBe(page.href);
    });

    test('asks for the default factor, and sends its code once', async () => {
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

    test('the password alone brings no code', async () => {
      const { browser, page } = await withFactors(APP);
      const resume = page.href.replace('/interaction/', '/authorize/');
      const response = await browser.get(resume);
      expect(locationOf(response).pathname).toContain('/oauth/interaction/');
      expect(await (await browser.get(locationOf(response))).text()).toContain('name="password"');
    });

    test('a right code signs in; a wrong one is told and may be repeated', async () => {
      const { browser, page } = await withFactors(APP);
      const wrong = await browser.post(`${page}/code`, { code: '000000' });
      expect(wrong.status).toBe(422);
      expect(await wrong.text()).toMatch(/role="alert"[^>]*>The code is wrong or has expired/);
      expect((await browser.post(`${page}/code`, { code: ' ' })).status).toBe(422);
      const right = await browser.post(`${page}/code`, { code: ` code-of-${APP.id} ` });
      const callback = locationOf(await browser.get(locationOf(right)));
      expect(callback.searchParams.has('code')).toBe(true);
    });

    test('another factor can be chosen, but only one of the person’s own', async () => {
      const { browser, page } = await withFactors(APP, SMS);
      expect(await (await browser.get(page)).text()).toContain('Get a code by text message');
      await browser.post(`${page}/factor`, { factor_id: '999' });
      expect(sent).toEqual([]);
      await browser.post(`${page}/factor`, { factor_id: String(SMS.id) });
      expect(sent).toEqual([SMS.id]);
      expect(await (await browser.get(page)).text()).toContain('Use your authenticator app');
      expect((await browser.post(`${page}/code`, { code: `code-of-${SMS.id}` })).status).toBe(303);
    });

    test('a code can be sent again after 30 seconds, and the page tells how long', async () => {
      const { browser, page } = await withFactors(SMS);
      await browser.post(`${page}/send`, {});
      expect(sent).toHaveLength(1);
      expect(await (await browser.get(page)).text()).toContain('in 30 seconds');
      service.clock.advance(30);
      await browser.post(`${page}/send`, {});
      expect(sent).toHaveLength(2);
    });

    test('a recovery code has a form of its own', async () => {
      hasRecoveryCodes = true;
      const { browser, page } = await withFactors(SMS);
      expect(await (await browser.get(page)).text()).toContain('Use a recovery code');
      const html = await (await browser.get(`${page}?recovery=1`)).text();
      expect(html).toContain('recovery codes');
      expect(html).toContain('inputmode="text"');
      const wrong = await browser.post(`${page}/code`, { code: 'x', recovery: '1' });
      expect(await wrong.text()).toContain('Each recovery code works once');
    });

    test('who has no recovery code left is neither offered one nor asked for one', async () => {
      hasRecoveryCodes = false;
      const { browser, page } = await withFactors(SMS);
      for (const address of [page, `${page}?recovery=1`]) {
        const html = await (await browser.get(address)).text();
        expect(html).toContain('text message to +15•••67');
        expect(html).not.toContain('recovery');
      }
      // The last one was used meanwhile, in another browser.
      const late = await browser.post(`${page}/code`, { code: 'x', recovery: '1' });
      expect(late.status).toBe(422);
      expect(await late.text()).toContain('The code is wrong or has expired');
    });

    test('one can go back to sign in as somebody else', async () => {
      const { browser, page } = await withFactors(APP);
      await browser.post(`${page}/restart`, {});
      expect(await (await browser.get(page)).text()).toContain('name="password"');
      const late = await browser.post(`${page}/code`, { code: `code-of-${APP.id}` });
      expect(locationOf(late).href).toBe(page.href);
    });
  });

  test('cookies are for this service’s pages and for no script', async () => {
    factors = [];
    const browser = createPageBrowser();
    await authorizeThroughPages(service.baseUrl, people.writer, undefined, browser);
    for (const line of browser.setCookies) {
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; samesite=lax/i);
      expect(line).toMatch(/; path=\/api\/advocacy\/oauth\//i);
      expect(line).not.toMatch(/; secure/i);
    }
  });
});
