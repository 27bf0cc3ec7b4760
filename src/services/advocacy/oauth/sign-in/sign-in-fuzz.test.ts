import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  authorizationRequestSchema,
  exchangeToken,
  issueIdToken,
} from '#contract/advocacy/oauth.ts';
import { defineEndpoint, type Endpoint } from '#contract/endpoint.ts';
import { JSON_API_MEDIA_TYPE, noParams } from '#contract/json-api.ts';
import { expectOAuth } from '#services/advocacy/testing/documented-response.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  consoleAuthorization,
  createPkce,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import type { Samples } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { fuzzEndpoint } from '#services/platform/testing/fuzz/fuzz-endpoint.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const FORM = 'application/x-www-form-urlencoded' as const;
const text = z.optional(z.string());

/** A page or an endpoint that the contract describes only in prose. */
function proseEndpoint(
  method: Endpoint['method'],
  path: string,
  more: Partial<Endpoint>,
): Endpoint {
  return defineEndpoint({
    id: `${method} ${path}`,
    method,
    path,
    tag: '',
    params: noParams,
    query: z.object({}),
    status: 200,
    ...more,
  });
}

const form = (...names: string[]) => ({
  body: z.object(Object.fromEntries(names.map((name) => [name, text]))),
  bodyMediaType: FORM,
});
const PAGE = '/oauth/interaction/:uid';

const endpoints = [
  exchangeToken,
  issueIdToken,
  proseEndpoint(
    'POST',
    '/oauth/revoke',
    form('token', 'token_type_hint', 'client_id', 'client_secret'),
  ),
  proseEndpoint('GET', '/oauth/authorize', { query: authorizationRequestSchema }),
  proseEndpoint('GET', '/oauth/authorize/:uid', {}),
  proseEndpoint('GET', PAGE, { query: z.object({ recovery: text }) }),
  proseEndpoint('POST', PAGE, form('email', 'password')),
  proseEndpoint('POST', `${PAGE}/typed`, form()),
  proseEndpoint('POST', `${PAGE}/code`, form('code', 'recovery')),
  proseEndpoint('POST', `${PAGE}/factor`, form('factor_id')),
  proseEndpoint('POST', `${PAGE}/send`, form()),
  proseEndpoint('POST', `${PAGE}/restart`, form()),
  proseEndpoint('GET', '/connect/callback/:type', { query: z.object({ code: text, state: text }) }),
];

describeBothStorages('fuzzed requests to the authorization server', (store) => {
  let service: TestAdvocacy;
  let headers: Record<string, string>;
  let params: Record<string, string[]>;
  let samples: Samples;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    const { writer } = await seedSignIn(store.db);
    const token = await grantAccessToken(store.db, service.clock, { ...writer, scopes: [] });
    const authorization = consoleAuthorization(service.baseUrl);
    const { page, browser } = await openSignIn(service.baseUrl, authorization);
    const { challenge, verifier } = createPkce();
    params = { uid: [page.pathname.split('/').at(-1) ?? ''], type: ['chirp'] };
    headers = {
      authorization: `Bearer ${token}`,
      cookie: browser.setCookies.map((line) => line.split(';')[0]).join('; '),
    };
    samples = {
      client_id: [authorization.clientId, PARTNER.clientId],
      client_secret: [PARTNER.clientSecret],
      redirect_uri: [authorization.redirectUri, PARTNER.redirectUri],
      scope: ['identity', 'identity accounts:read'],
      code_challenge: [challenge],
      code_verifier: [verifier],
      email: [writer.email],
      password: ['wrong', writer.password],
      token: [token],
    };
  });
  afterAll(() => service.close());

  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds as documented and never fails',
    async (_id, endpoint) => {
      const { origin, pathname } = new URL(service.baseUrl);
      // On these endpoints, the header is for client credentials.
      const isTokenRequest = endpoint === exchangeToken || endpoint.path === '/oauth/revoke';
      const target = {
        mountPath: pathname,
        mediaType: JSON_API_MEDIA_TYPE,
        headers: isTokenRequest ? {} : headers,
        params,
        samples,
      };
      const statuses = await fuzzEndpoint(origin, endpoint, target, expectOAuth);
      expect(statuses.size).toBeGreaterThan(1);
    },
  );
});
