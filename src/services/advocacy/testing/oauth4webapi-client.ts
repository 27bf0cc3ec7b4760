import * as oauth from 'oauth4webapi';
import { createPageBrowser, locationOf } from './page-browser.ts';
import { PARTNER } from './sign-in-fixture.ts';
import { authorizeUrl, type Credentials, consoleAuthorization } from './sign-in-through-pages.ts';

/** Test services run at http://localhost. */
const insecure = { [oauth.allowInsecureRequests]: true };

export const CLIENT_KINDS = {
  public: { clientId: 'patron-console', authentication: oauth.None() },
  'confidential by Basic': {
    clientId: PARTNER.clientId,
    authentication: oauth.ClientSecretBasic(PARTNER.clientSecret),
  },
  'confidential by body': {
    clientId: PARTNER.clientId,
    authentication: oauth.ClientSecretPost(PARTNER.clientSecret),
  },
};
export type ClientKind = keyof typeof CLIENT_KINDS;

interface Authorized {
  /** The callback's parameters, validated by oauth4webapi. */
  parameters: URLSearchParams;
  verifier: string | typeof oauth.nopkce;
}

/** A client based on oauth4webapi, without other knowledge of the service. */
export function createOauth4webapiClient(
  baseUrl: string,
  kind: ClientKind,
  authentication: oauth.ClientAuth = CLIENT_KINDS[kind].authentication,
) {
  const server: oauth.AuthorizationServer = {
    // Without published metadata, a client may use any issuer.
    issuer: 'https://issuer.example',
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
  };
  const client: oauth.Client = { client_id: CLIENT_KINDS[kind].clientId };
  const { redirectUri } = kind === 'public' ? consoleAuthorization(baseUrl) : PARTNER;

  return {
    /** @throws {oauth.AuthorizationResponseError} when the service redirects with an error */
    async authorize(
      { email, password }: Credentials,
      { scope = 'identity accounts:read', pkce = true } = {},
    ): Promise<Authorized> {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const browser = createPageBrowser();
      const url = authorizeUrl(baseUrl, {
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(pkce
          ? {
              code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
              code_challenge_method: 'S256',
            }
          : {}),
      });
      let page = locationOf(await browser.get(url));
      if (!page.href.startsWith(redirectUri)) {
        const posted = await browser.post(page, { email, password });
        page = locationOf(await browser.get(locationOf(posted)));
      }
      const parameters = oauth.validateAuthResponse(server, client, page, state);
      return { parameters, verifier: pkce ? verifier : oauth.nopkce };
    },

    async exchange({ parameters, verifier }: Authorized) {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        insecure,
      );
      return oauth.processAuthorizationCodeResponse(server, client, response);
    },

    async refresh({ refresh_token = '' }: oauth.TokenEndpointResponse, scope?: string) {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        refresh_token,
        { ...insecure, ...(scope === undefined ? {} : { additionalParameters: { scope } }) },
      );
      return oauth.processRefreshTokenResponse(server, client, response);
    },

    async revoke(token: string) {
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authentication, token, insecure),
      );
    },

    /** @throws {oauth.WWWAuthenticateChallengeError} when the access token is not valid */
    async call({ access_token }: oauth.TokenEndpointResponse): Promise<number> {
      const me = new URL(`${baseUrl}/v2/me`);
      const response = await oauth.protectedResourceRequest(
        access_token,
        'GET',
        me,
        undefined,
        null,
        insecure,
      );
      return response.status;
    },
  };
}
