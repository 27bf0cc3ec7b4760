import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  authorizeUrl,
  consoleAuthorization,
  createPkce,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('authorization endpoint', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  const request = (parameters: Record<string, string | undefined>) => {
    const { clientId, redirectUri } = consoleAuthorization(service.baseUrl);
    const url = authorizeUrl(service.baseUrl, {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'identity',
      state: 'a state & more',
      code_challenge: createPkce().challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
    return createPageBrowser().get(url);
  };

  describe('never redirects for', () => {
    test.each([
      ['an unknown client', { client_id: 'nobody' }],
      ['no client', { client_id: undefined }],
      ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
      [
        'a registered redirect_uri with a longer path',
        { redirect_uri: `${PARTNER.redirectUri}/x` },
      ],
      ['no redirect_uri', { redirect_uri: undefined }],
      ['a redirect_uri that is a script', { redirect_uri: 'javascript:alert(1)' }],
      ['a NUL', { state: '\0' }],
    ])('%s, but shows a page with 400', async (_what, parameters) => {
      const response = await request(parameters);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toContain('role="alert"');
    });

    test('a repeated redirect_uri, but shows a page with 400', async () => {
      const url = authorizeUrl(service.baseUrl, { client_id: 'patron-console' });
      const { redirectUri } = consoleAuthorization(service.baseUrl);
      for (const uri of [redirectUri, 'https://evil.example/']) {
        url.searchParams.append('redirect_uri', uri);
      }
      const response = await createPageBrowser().get(url);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
    });
  });

  describe('redirects the error to the client for', () => {
    test.each([
      ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
      ['no response_type', { response_type: undefined }, 'invalid_request'],
      ['an unknown scope', { scope: 'identity everything' }, 'invalid_scope'],
      ['the OpenID Connect scope', { scope: 'openid' }, 'invalid_scope'],
      [
        'a public client without PKCE',
        { code_challenge: undefined, code_challenge_method: undefined },
        'invalid_request',
      ],
      ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['a challenge without a method', { code_challenge_method: undefined }, 'invalid_request'],
      ['a challenge that is too short', { code_challenge: 'short' }, 'invalid_request'],
      ['a scope that is too long', { scope: 'identity '.repeat(500) }, 'invalid_scope'],
    ])('%s', async (_what, parameters, error) => {
      const response = await request(parameters);
      const location = locationOf(response);
      expect(location.origin + location.pathname).toBe(
        consoleAuthorization(service.baseUrl).redirectUri,
      );
      expect(location.searchParams.get('error')).toBe(error);
      expect(location.searchParams.get('state')).toBe('a state & more');
      expect([...location.searchParams.keys()].sort()).toEqual([
        'error',
        ...(location.searchParams.has('error_description') ? ['error_description'] : []),
        'state',
      ]);
    });

    test('a state that is too long to be stored', async () => {
      const location = locationOf(await request({ state: 's'.repeat(2049) }));
      expect(location.searchParams.get('error')).toBe('invalid_request');
      const longest = locationOf(await request({ state: 's'.repeat(2048) }));
      expect(longest.pathname).toContain('/oauth/interaction/');
    });

    test('a scope that is not registered for the client', async () => {
      const response = await request({
        client_id: PARTNER.clientId,
        redirect_uri: PARTNER.redirectUri,
        scope: 'webhooks:read',
      });
      expect(locationOf(response).searchParams.get('error')).toBe('invalid_scope');
    });
  });

  test('a successful sign-in returns only code and state', async () => {
    const { callback } = await authorizeThroughPages(service.baseUrl, users.writer, {
      ...PARTNER,
      state: 'kept',
    });
    expect(callback.origin + callback.pathname).toBe(PARTNER.redirectUri);
    expect([...callback.searchParams.keys()].sort()).toEqual(['code', 'state']);
    expect(callback.searchParams.get('state')).toBe('kept');
  });

  test('a confidential client may omit PKCE', async () => {
    const browser = createPageBrowser();
    const url = authorizeUrl(service.baseUrl, {
      response_type: 'code',
      client_id: PARTNER.clientId,
      redirect_uri: PARTNER.redirectUri,
    });
    expect(locationOf(await browser.get(url)).pathname).toContain('/oauth/interaction/');
  });

  test('a second authorization asks for the password again (no single sign-on)', async () => {
    const browser = createPageBrowser();
    const authorization = consoleAuthorization(service.baseUrl);
    await authorizeThroughPages(service.baseUrl, users.writer, authorization, browser);
    const { clientId, redirectUri } = authorization;
    const again = await browser.get(
      authorizeUrl(service.baseUrl, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: createPkce().challenge,
        code_challenge_method: 'S256',
      }),
    );
    const page = await browser.get(locationOf(again));
    expect(await page.text()).toContain('name="password"');
    expect(browser.setCookies.filter((line) => line.startsWith('patron_session='))).toEqual([]);
  });

  test('scripts of other origins can read neither the endpoint nor the pages', async () => {
    const { origin } = new URL(consoleAuthorization(service.baseUrl).redirectUri);
    const page = locationOf(await request({}));
    for (const url of [`${service.baseUrl}/oauth/authorize?client_id=patron-console`, page]) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin, 'access-control-request-method': 'GET' };
        const response = await fetch(url, { method, headers, redirect: 'manual' });
        const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-'));
        expect(cors, `${method} ${url}`).toEqual([]);
      }
    }
    const token = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { origin },
    });
    expect(token.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('parameters outside the contract are ignored', async () => {
    const response = await request({
      prompt: 'none',
      response_mode: 'form_post',
      nonce: 'one',
      max_age: '0',
      request_uri: 'https://evil.example/',
    });
    expect(locationOf(response).pathname).toContain('/oauth/interaction/');
  });

  test('other endpoints of oidc-provider are not reachable', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/jwks',
      '/oauth/jwks',
      '/session/end',
    ]) {
      const response = await fetch(service.baseUrl + path);
      expect(response.status, path).toBe(404);
    }
  });
});
