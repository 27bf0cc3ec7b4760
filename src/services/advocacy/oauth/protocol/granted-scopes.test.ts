import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  requestToken,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { expectOAuthError } from '#services/advocacy/testing/token-client.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('granted scopes', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  test('default to the client’s', async () => {
    const { scope } = await signInThroughPages(service.baseUrl, users.writer);
    expect(new Set(scope.split(' '))).toEqual(new Set(SCOPES));
  });

  test('of the specification can all be requested by name', async () => {
    const { scope } = await signInThroughPages(service.baseUrl, users.writer, {
      ...consoleAuthorization(service.baseUrl),
      scope: SCOPES.join(' '),
    });
    expect(new Set(scope.split(' '))).toEqual(new Set(SCOPES));
  });

  test('exclude team-level write for users without a writing role (decisions.md, 13)', async () => {
    const { scope } = await signInThroughPages(service.baseUrl, users.reader);
    expect(
      scope
        .split(' ')
        .filter((name) => name.endsWith(':write'))
        .sort(),
    ).toEqual(['authentication_factors:write', 'identity:write']);
    expect(scope.split(' ')).toContain('accounts:read');
  });

  test('may be repeated in the code exchange, also those excluded by roles', async () => {
    const authorization = consoleAuthorization(service.baseUrl);
    const scope = 'identity accounts:read accounts:write';
    const { callback, verifier } = await authorizeThroughPages(service.baseUrl, users.reader, {
      ...authorization,
      scope,
    });
    const form = {
      grant_type: 'authorization_code',
      client_id: authorization.clientId,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: authorization.redirectUri,
      code_verifier: verifier,
    };
    const wider = await requestToken(service.baseUrl, { ...form, scope: `${scope} domains:read` });
    await expectOAuthError(wider, 400, 'invalid_grant');
    const response = await requestToken(service.baseUrl, { ...form, scope });
    expect(response.status).toBe(200);
    expect(tokenResponseSchema.parse(await response.json()).scope).toBe('identity accounts:read');
  });

  test("that the user can't grant at all result in access_denied", async () => {
    const { callback } = await authorizeThroughPages(service.baseUrl, users.reader, {
      ...consoleAuthorization(service.baseUrl),
      scope: 'accounts:write domains:write',
      state: 'kept',
    });
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('state')).toBe('kept');
    expect(callback.searchParams.has('code')).toBe(false);
  });
});
