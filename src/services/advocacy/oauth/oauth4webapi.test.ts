import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStorages } from '../../platform/testing/storages.ts';
import { createPageBrowser, locationOf } from '../testing/page-browser.ts';
import { PARTNER, seedSignIn } from '../testing/sign-in-fixture.ts';
import { authorizeUrl, consoleAuthorization } from '../testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '../testing/start-advocacy.ts';

/** The services are told to be at http://localhost in tests. */
const insecure = { [oauth.allowInsecureRequests]: true };

describeStorages('oauth4webapi as the client', (store) => {
  let service: TestAdvocacy;
  let people: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    people = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  test.each([
    ['public', oauth.None()],
    ['confidential by Basic', oauth.ClientSecretBasic(PARTNER.clientSecret)],
    ['confidential by body', oauth.ClientSecretPost(PARTNER.clientSecret)],
  ])('a %s client: sign in, refresh, call, revoke', async (kind, authentication) => {
    const { baseUrl } = service;
    const server: oauth.AuthorizationServer = {
      // No metadata is published: a client that knows the addresses may name any issuer.
      issuer: 'https://issuer.example',
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
    };
    const { clientId, redirectUri } = kind === 'public' ? consoleAuthorization(baseUrl) : PARTNER;
    const client: oauth.Client = { client_id: clientId };

    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const browser = createPageBrowser();
    const started = await browser.get(
      authorizeUrl(baseUrl, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'identity accounts:read',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    );
    const { email, password } = people.writer;
    const posted = await browser.post(locationOf(started), { email, password });
    const callback = locationOf(await browser.get(locationOf(posted)));

    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        insecure,
      ),
    );
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600 });

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        tokens.refresh_token ?? '',
        insecure,
      ),
    );
    const me = new URL(`${baseUrl}/v2/me`);
    const call = () =>
      oauth.protectedResourceRequest(refreshed.access_token, 'GET', me, undefined, null, insecure);
    expect((await call()).status).toBe(200);

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(
        server,
        client,
        authentication,
        refreshed.refresh_token ?? '',
        insecure,
      ),
    );
    await expect(call()).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
  });
});
