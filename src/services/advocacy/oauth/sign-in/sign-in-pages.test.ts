import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { sessions } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  authorizeUrl,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users as usersTable } from '#services/advocacy/users/users-table.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('sign-in pages', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  const open = () => openSignIn(service.baseUrl);

  describe('password step', () => {
    test('shows a form that names the client and works without JavaScript', async () => {
      const { browser, page } = await open();
      const response = await browser.get(page);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toMatch(/<title>Sign in/);
      expect(html).toContain('<h1>Sign in</h1>');
      expect(html).toContain('the Patron console');
      expect(html).toMatch(/<label for="email">Email<\/label>\s*<input id="email"/);
      expect(html).toMatch(/<label for="password">Password<\/label>\s*<input id="password"/);
      expect(html).toContain(`data-typed="${page.pathname}/typed"`);
      // Its scripts ask for a passkey, show the password, ignore a second press and report the first change.
      expect(html.match(/<script[^>]*>/g)).toEqual([
        expect.stringMatching(/^<script src="[^"]+\/passkeys\.js" defer>$/),
        expect.stringMatching(/^<script src="[^"]+\/forms\.js" defer>$/),
      ]);
      expect(html).not.toMatch(/style=|onclick/);
    });

    test('names its fields so that password managers fill them in', async () => {
      const { browser, page } = await open();
      const html = await (await browser.get(page)).text();
      expect(html).toMatch(
        /<input id="email"[^>]* type="email"[^>]* autocomplete="username webauthn"/,
      );
      expect(html).toMatch(
        /<input id="password"[^>]* type="password"[^>]* autocomplete="current-password"/,
      );
    });

    test('sends headers against framing, caching and scripts', async () => {
      const { browser, page } = await openSignIn(service.baseUrl, PARTNER);
      const { headers } = await browser.get(page);
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).toContain("connect-src 'self'");
      expect(csp).toContain("form-action 'self' http://127.0.0.1:4199");
      expect(csp).not.toContain('unsafe');
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    });

    test('loads a style sheet and fonts that browsers can cache', async () => {
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
    ])('shows an error for %s, and keeps the email', async (_what, wrong, message, field) => {
      const { browser, page } = await open();
      const { email, password } = users.writer;
      const response = await browser.submit(page, { email, password, ...wrong });
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

    test('is over if the password changes before the sign-in is complete', async () => {
      const { email, password } = users.reader;
      const { browser, page } = await open();
      const accepted = await browser.post(page, { email, password });
      const passwordHash = await hashPassword(password);
      await store.db.update(usersTable).set({ passwordHash }).where(eq(usersTable.email, email));
      const resumed = await browser.get(locationOf(accepted));
      expect(resumed.status).toBe(400);
      expect(await resumed.text()).toContain('Sign in again');
      const { userId } = users.reader;
      expect(await store.db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
      const accountId = sql`${oauthArtifacts.payload}->>'accountId'`;
      expect(await store.db.$count(oauthArtifacts, eq(accountId, String(userId)))).toBe(0);
    });

    test('redirects a rejected form, so that Back and Reload never ask to send it again', async () => {
      const { browser, page } = await open();
      const rejected = await browser.post(page, { email: users.writer.email, password: 'wrong' });
      expect(rejected.status).toBe(303);
      expect(locationOf(rejected).href).toBe(page.href);
      for (let reload = 0; reload < 2; reload += 1) {
        expect(await (await browser.get(page)).text()).toContain('The email or password is wrong');
      }
      const { email, password } = users.writer;
      const accepted = await browser.post(page, { email, password });
      expect(locationOf(accepted).pathname).toContain('/oauth/authorize/');
    });

    test('fills in the email that the client knows, and says that the user is signed out', async () => {
      const pageFor = async (parameters: Record<string, string>) => {
        const browser = createPageBrowser();
        const { clientId, redirectUri } = PARTNER;
        const started = await browser.get(
          authorizeUrl(service.baseUrl, {
            response_type: 'code',
            client_id: clientId,
            redirect_uri: redirectUri,
            ...parameters,
          }),
        );
        return (await browser.get(locationOf(started))).text();
      };
      expect(await pageFor({ login_hint: 'ada@example.com' })).toContain('value="ada@example.com"');
      const tooLong = 'a'.repeat(255);
      expect(await pageFor({ login_hint: tooLong })).not.toContain(tooLong);
      expect(await pageFor({ signed_out: '1' })).toContain('You are signed out.');
      expect(await pageFor({ signed_out: 'ended' })).toContain('Your session has ended');
      expect(await pageFor({ signed_out: 'x' })).not.toContain('signed out');
    });

    test('escapes the input', async () => {
      const { browser, page } = await open();
      const response = await browser.submit(page, { email: '"><b>x', password: 'x' });
      expect(await response.text()).toContain('value="&quot;&gt;&lt;b&gt;x"');
    });

    test('ignores the case of the email', async () => {
      const credentials = { ...users.writer, email: 'WRITER@example.com' };
      const { callback } = await authorizeThroughPages(service.baseUrl, credentials);
      expect(callback.searchParams.has('code')).toBe(true);
    });

    test.each([
      'an unknown sign-in',
      'a sign-in of another browser',
      'a completed sign-in to another client',
      'an expired sign-in',
    ])('shows a page to start again for %s', async (which) => {
      const isPartner = which === 'a completed sign-in to another client';
      let { browser, page } = await (isPartner ? openSignIn(service.baseUrl, PARTNER) : open());
      if (which === 'an unknown sign-in') page = new URL(`${page}x`);
      if (which === 'a sign-in of another browser') browser = createPageBrowser();
      if (which === 'an expired sign-in') service.clock.advance(1800);
      if (isPartner) {
        const { email, password } = users.writer;
        const posted = await browser.post(page, { email, password });
        await browser.get(locationOf(posted));
      }
      for (const response of [
        await browser.get(page),
        await browser.post(page, users.reader as never),
      ]) {
        expect(response.status).toBe(400);
        const html = await response.text();
        expect(html).toContain('<h1>Sign in again</h1>');
        expect(html).toContain(`href="${new URL(service.baseUrl).origin}/"`);
      }
    });

    test('leads into the console after a completed sign-in to it', async () => {
      const { browser, page } = await open();
      const { email, password } = users.writer;
      await browser.get(locationOf(await browser.post(page, { email, password })));
      for (const response of [
        await browser.get(page),
        await browser.post(page, { email, password }),
      ]) {
        expect(response.status).toBe(303);
        expect(locationOf(response).href).toBe(`${new URL(service.baseUrl).origin}/`);
      }
    });
  });

  test('set cookies for their own paths, not readable by scripts', async () => {
    const browser = createPageBrowser();
    await authorizeThroughPages(service.baseUrl, users.writer, undefined, browser);
    for (const line of browser.setCookies) {
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; samesite=lax/i);
      expect(line).toMatch(/; path=\/api\/advocacy\/oauth\//i);
      expect(line).not.toMatch(/; secure/i);
    }
  });
});
