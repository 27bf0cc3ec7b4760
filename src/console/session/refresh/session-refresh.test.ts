import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '#console/lib/sleep.ts';
import { openBrowser } from '#console/session/testing/open-browser.ts';
import { startTokenService, type TokenService } from '#console/session/testing/token-service.ts';

let service: TokenService;
beforeEach(async () => {
  service = await startTokenService();
});
afterEach(() => service.close());

describe('refresh', () => {
  test('is made once for many requests and five tabs', async () => {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const tabs = Array.from({ length: 5 }, () => browser.openTab());
    const tokens = await Promise.all(
      tabs.flatMap(({ session }) => [session.access(), session.access()]),
    );
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
    expect(service.tokenRequests()).toHaveLength(1);
    expect(browser.refreshToken()).toBe('refresh-1');
  });

  test('happens before the token expires', async () => {
    service.respond = () => service.grant(service.issued() === 0 ? 30 : 3600);
    const { session } = openBrowser(service.server.url, 'refresh-0').openTab();
    await session.access();
    expect((await session.access()).accessToken).toBe('access-2');
  });

  test('happens for a request that needs a longer lifetime', async () => {
    service.respond = () => service.grant(service.issued() === 0 ? 600 : 3600);
    const { session } = openBrowser(service.server.url, 'refresh-0').openTab();
    await session.access();
    expect((await session.access({ atLeastMs: 900_000 })).accessToken).toBe('access-2');
  });

  test('uses the token that another tab has stored', async () => {
    service.respond = (form) => {
      expect(form.get('refresh_token')).toBe(`refresh-${service.issued()}`);
      return service.grant(30);
    };
    const browser = openBrowser(service.server.url, 'refresh-0');
    const [first, second] = [browser.openTab(), browser.openTab()];
    await first.session.access();
    await second.session.access();
    await first.session.access();
    expect(service.tokenRequests()).toHaveLength(3);
  });

  test('counts the lifetime of the access token from the request', async () => {
    service.respond = async () => {
      // Time is the subject here.
      await sleep(200);
      return service.grant();
    };
    const { session } = openBrowser(service.server.url, 'refresh-0').openTab();
    const { expiresAt } = await session.access();
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3600_000 - 200);
  });

  test.each([
    ['the service fails', async () => ({ status: 503, body: '<html>' })],
    ['the response is malformed', async () => ({ status: 200, body: '<html>' })],
  ])('keeps the session when %s', async (_what, respond) => {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const { session, openedUrls } = browser.openTab();
    service.respond = respond;
    session.start(undefined);
    await expect(session.access()).rejects.toMatchObject({ name: 'ApiError' });
    expect(browser.refreshToken()).toBe('refresh-0');
    expect(openedUrls).toEqual([]);
    service.respond = () => service.grant();
    await expect(session.access()).resolves.toMatchObject({ accessToken: 'access-1' });
  });

  test('keeps the session when the network fails', async () => {
    const browser = openBrowser('http://127.0.0.1:1', 'refresh-0');
    const { session } = browser.openTab();
    await expect(session.access()).rejects.toMatchObject({ kind: 'network' });
    expect(browser.refreshToken()).toBe('refresh-0');
  });

  test('keeps using an unexpired token when it fails', async () => {
    service.respond = () =>
      service.issued() === 0 ? service.grant(30) : { status: 503, body: '' };
    const { session } = openBrowser(service.server.url, 'refresh-0').openTab();
    await session.access();
    await expect(session.access()).resolves.toMatchObject({ accessToken: 'access-1' });
  });

  test('happens once after several requests were rejected', async () => {
    const { session } = openBrowser(service.server.url, 'refresh-0').openTab();
    await session.access();
    const renewed = await Promise.all([session.renew('access-1'), session.renew('access-1')]);
    expect(renewed.map(({ accessToken }) => accessToken)).toEqual(['access-2', 'access-2']);
    expect(service.tokenRequests()).toHaveLength(2);
  });
});
