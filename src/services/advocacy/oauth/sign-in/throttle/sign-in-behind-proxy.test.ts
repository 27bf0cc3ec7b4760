import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeUrl,
  consoleAuthorization,
  createPkce,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('sign-in behind a proxy that terminates HTTPS', (store) => {
  test('uses secure cookies and public URLs, whatever the last hop uses', async () => {
    const publicUrl = 'https://patron.example';
    const service = await startAdvocacy(store.storage, {
      publicUrl,
      baseUrl: `${publicUrl}/api/advocacy`,
    });
    const { writer } = await seedSignIn(store.db);
    try {
      const browser = createPageBrowser();
      const toLocal = ({ pathname, search }: URL) => new URL(pathname + search, service.baseUrl);
      const authorize = authorizeUrl(service.baseUrl, {
        response_type: 'code',
        client_id: 'patron-console',
        redirect_uri: `${publicUrl}/auth/callback`,
        code_challenge: createPkce().challenge,
        code_challenge_method: 'S256',
      });
      const page = locationOf(await browser.get(authorize));
      const { email, password } = writer;
      const returnTo = locationOf(await browser.post(toLocal(page), { email, password }));
      expect(returnTo.origin).toBe(publicUrl);
      const callback = locationOf(await browser.get(toLocal(returnTo)));
      expect(callback.href).toMatch(/^https:\/\/patron\.example\/auth\/callback\?code=/);
      const set = browser.setCookies.filter((line) => !line.includes('01 Jan 1970'));
      expect(set.length).toBeGreaterThan(3);
      for (const line of set) expect(line).toMatch(/; secure/i);
    } finally {
      await service.close();
    }
  });

  describe('throttle', () => {
    /** Attempts to sign in through a proxy that forwards the caller's address. */
    async function setUp(trustedProxies: readonly string[]) {
      const service = await startAdvocacy(store.storage, {}, { trustedProxies });
      onTestFinished(() => service.close());
      const email = `${randomUUID()}@example.com`;
      const tryFrom = async (forwardedFor: string) => {
        const browser = createPageBrowser({ 'x-forwarded-for': forwardedFor });
        const { page } = await openSignIn(
          service.baseUrl,
          consoleAuthorization(service.baseUrl),
          browser,
        );
        return (await browser.submit(page, { email, password: 'wrong' })).status;
      };
      return { tryFrom };
    }
    const LOOPBACK = ['127.0.0.0/8', '::1'];

    test('counts by the address that a trusted proxy forwards', async () => {
      const { tryFrom } = await setUp(LOOPBACK);
      for (let time = 0; time < 10; time += 1) expect(await tryFrom('203.0.113.9')).toBe(422);
      expect(await tryFrom('203.0.113.9')).toBe(429);
      expect(await tryFrom('203.0.113.10')).toBe(422);
    });

    test('ignores the port that some proxies add to the address', async () => {
      const { tryFrom } = await setUp(LOOPBACK);
      for (let time = 0; time < 10; time += 1) await tryFrom(`203.0.113.9:${50_000 + time}`);
      expect(await tryFrom('203.0.113.9:60000')).toBe(429);
    });

    test('ignores addresses that the caller sent to the trusted proxy', async () => {
      const { tryFrom } = await setUp(LOOPBACK);
      for (let time = 0; time < 10; time += 1) await tryFrom(`198.51.100.${time}, 203.0.113.9`);
      expect(await tryFrom('198.51.100.99, 203.0.113.9')).toBe(429);
    });

    test.each([[[]], [['192.0.2.0/24']]])(
      'ignores forwarded addresses from anyone else (%j)',
      async (trustedProxies) => {
        const { tryFrom } = await setUp(trustedProxies);
        for (let time = 0; time < 10; time += 1) await tryFrom(`198.51.100.${time}`);
        expect(await tryFrom('198.51.100.99')).toBe(429);
      },
    );
  });
});
