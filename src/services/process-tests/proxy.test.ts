import { expect, test } from 'vitest';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { signInAsAdmin } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const publicUrl = 'https://patron.example.com';

async function startBehindProxy(variables: Record<string, string>) {
  const { url } = await startPatronProcess({
    PATRON_PUBLIC_URL: publicUrl,
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: await migratedDirectory(),
    ...variables,
  });
  /** Submits a wrong password with a forwarded address. */
  const attemptFrom = async (forwardedFor: string) => {
    const browser = createPageBrowser({ 'x-forwarded-for': forwardedFor });
    const { page } = await openSignIn(
      `${url}/api/advocacy`,
      { clientId: 'patron-console', redirectUri: `${publicUrl}/auth/callback` },
      browser,
    );
    const email = 'ada@example.com';
    const { status } = await browser.submit(page, { email, password: 'wrong' });
    return { status, cookies: browser.setCookies };
  };
  return attemptFrom;
}

test('behind a trusted proxy clients are distinguished and cookies are secure', async () => {
  const attemptFrom = await startBehindProxy({ PATRON_TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
  for (let time = 0; time < 10; time += 1) await attemptFrom('203.0.113.9');
  expect((await attemptFrom('203.0.113.9')).status).toBe(429);
  const { status, cookies } = await attemptFrom('203.0.113.10');
  expect(status).toBe(422);
  expect(cookies).not.toEqual([]);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-patron_.*; secure/i);
}, 120_000);

test('a forwarded address from any other client is ignored', async () => {
  const attemptFrom = await startBehindProxy({ PATRON_TRUSTED_PROXIES: '192.0.2.1' });
  for (let time = 0; time < 10; time += 1) await attemptFrom(`198.51.100.${time}`);
  expect((await attemptFrom('198.51.100.99')).status).toBe(429);
}, 120_000);

test('the services of a process reach each other although its requests go through a proxy', async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    NODE_USE_ENV_PROXY: '1',
    // Nothing listens there.
    HTTP_PROXY: 'http://127.0.0.1:1',
  });
  const headers = await signInAsAdmin(patron);
  const members = `${patron.url}/gateway/teams/1/loyalty/v2/loyalty/members`;
  expect((await fetch(members, { headers })).status).toBe(200);
}, 120_000);
