import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_KINDS,
  type ClientKind,
  createOauth4webapiClient,
} from '#services/advocacy/testing/oauth4webapi-client.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const kinds = Object.keys(CLIENT_KINDS) as ClientKind[];

describeStorages('oauth4webapi client', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  const responseError = (error: string) => ({ name: 'ResponseBodyError', error, status: 400 });

  describe.each(kinds)('a %s client', (kind) => {
    const clientOf = () => createOauth4webapiClient(service.baseUrl, kind);

    test('signs in, refreshes, calls and revokes', async () => {
      const client = clientOf();
      const tokens = await client.exchange(await client.authorize(users.writer));
      expect(tokens).toMatchObject({
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'identity accounts:read',
      });
      expect(await client.call(tokens)).toBe(200);
      const refreshed = await client.refresh(tokens);
      expect(await client.call(refreshed)).toBe(200);
      await client.revoke(refreshed.refresh_token ?? '');
      await expect(client.call(refreshed)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
      await expect(client.refresh(refreshed)).rejects.toMatchObject(responseError('invalid_grant'));
    });

    test('can narrow one refresh without affecting the next', async () => {
      const client = clientOf();
      const tokens = await client.exchange(await client.authorize(users.writer));
      const narrow = await client.refresh(tokens, 'accounts:read');
      expect(narrow.scope).toBe('accounts:read');
      expect((await client.refresh(narrow)).scope).toBe('identity accounts:read');
    });

    test("can't request more scopes in a refresh than were granted", async () => {
      const client = clientOf();
      const tokens = await client.exchange(await client.authorize(users.writer));
      await expect(client.refresh(tokens, 'teams:read')).rejects.toMatchObject(
        responseError('invalid_grant'),
      );
      expect(await client.call(await client.refresh(tokens))).toBe(200);
    });

    test('loses its tokens when it reuses a code or refresh token', async () => {
      const client = clientOf();
      const authorized = await client.authorize(users.writer);
      const tokens = await client.exchange(authorized);
      await expect(client.exchange(authorized)).rejects.toMatchObject(
        responseError('invalid_grant'),
      );
      await expect(client.call(tokens)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);

      const first = await client.exchange(await client.authorize(users.writer));
      const second = await client.refresh(first);
      await expect(client.refresh(first)).rejects.toMatchObject(responseError('invalid_grant'));
      await expect(client.refresh(second)).rejects.toMatchObject(responseError('invalid_grant'));
      await expect(client.call(second)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
    });

    test('needs the verifier of its challenge', async () => {
      const client = clientOf();
      const authorized = await client.authorize(users.writer);
      const another: typeof authorized = { ...authorized, verifier: 'x'.repeat(43) };
      const none: typeof authorized = { ...authorized, verifier: oauth.nopkce };
      for (const wrong of [another, none]) {
        await expect(client.exchange(wrong)).rejects.toMatchObject(responseError('invalid_grant'));
      }
      expect(await client.call(await client.exchange(authorized))).toBe(200);
    });

    test('gets only the scopes that a view-only user can grant', async () => {
      const client = clientOf();
      const scope = 'identity accounts:read accounts:write';
      const tokens = await client.exchange(await client.authorize(users.reader, { scope }));
      expect(tokens.scope).toBe('identity accounts:read');
    });

    test('gets an error redirect for an unknown scope', async () => {
      await expect(
        clientOf().authorize(users.writer, { scope: 'everything' }),
      ).rejects.toMatchObject({ name: 'AuthorizationResponseError', error: 'invalid_scope' });
    });
  });

  test('discovers the server from the public address and from {base_url}', async () => {
    const { publicUrl, baseUrl } = service.dependencies;
    for (const address of [publicUrl, baseUrl]) {
      const issuer = new URL(address);
      const response = await oauth.discoveryRequest(issuer, {
        algorithm: 'oauth2',
        [oauth.allowInsecureRequests]: true,
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const server = await oauth.processDiscoveryResponse(issuer, response);
      expect(server).toMatchObject({
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        revocation_endpoint: `${baseUrl}/oauth/revoke`,
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: expect.arrayContaining(['identity', 'accounts:read']),
      });
      const authorized = await fetch(`${server.authorization_endpoint}`, { redirect: 'manual' });
      expect(authorized.status, 'a page, because the client is missing').toBe(400);
    }
    // The metadata of OpenID Connect, which clients may look for first.
    for (const address of [publicUrl, baseUrl]) {
      expect((await fetch(`${address}/.well-known/openid-configuration`)).status).toBe(404);
    }
  });

  test('PKCE is required for public clients and optional for confidential ones', async () => {
    const open = createOauth4webapiClient(service.baseUrl, 'public');
    await expect(open.authorize(users.writer, { pkce: false })).rejects.toMatchObject({
      error: 'invalid_request',
    });
    const client = createOauth4webapiClient(service.baseUrl, 'confidential by Basic');
    const authorized = await client.authorize(users.writer, { pkce: false });
    expect(await client.call(await client.exchange(authorized))).toBe(200);
  });

  test('a wrong secret is an OAuth error, with a challenge if Basic was used', async () => {
    const { baseUrl } = service;
    const client = createOauth4webapiClient(baseUrl, 'confidential by Basic');
    const authorized = await client.authorize(users.writer);
    const byBasic = createOauth4webapiClient(
      baseUrl,
      'confidential by Basic',
      oauth.ClientSecretBasic('wrong'),
    );
    await expect(byBasic.exchange(authorized)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: [{ scheme: 'basic' }],
    });
    const byBody = createOauth4webapiClient(
      baseUrl,
      'confidential by body',
      oauth.ClientSecretPost('wrong'),
    );
    await expect(byBody.exchange(authorized)).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    });
    expect(await client.call(await client.exchange(authorized)), 'still valid').toBe(200);
  });
});
