import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  None,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import * as z from 'zod/mini';
import { ProviderError } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { fetchProvider, providerSignal } from './fetch-provider.ts';
import { hasGroups } from './groups/read-groups.ts';
import { CLOCK_TOLERANCE_SECONDS, type ProviderMetadata } from './provider-metadata.ts';
import type { ProviderRequest } from './provider-requests.ts';
import { reasonOf } from './reason-of.ts';

/** Calls at the same time; each waits for the provider, and holds a request open. */
const MAX_CALLS = 100;

const claimsSchema = z.looseObject({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  sid: z.optional(z.string().check(z.maxLength(1000))),
  auth_time: z.optional(z.number()),
});
/** What the provider says of a person. Only its signature and times were checked. */
export type ProviderClaims = z.output<typeof claimsSchema>;

export interface IdentityProvider {
  /** Where the person signs in. @throws {ProviderError} */
  authorizationUrl(
    request: ProviderRequest,
    parameters: Record<string, string | undefined>,
  ): Promise<string>;
  /**
   * Redeems the code of a callback. The provider's tokens are dropped.
   * @param callback the query of the callback's address
   * @throws {ProviderError}
   */
  redeem(callback: URLSearchParams, request: ProviderRequest): Promise<ProviderClaims>;
}

interface Dependencies {
  settings: OidcSettings;
  metadata: ProviderMetadata;
  clock: Clock;
  /** As registered at the provider. */
  redirectUri: string;
}

export function createIdentityProvider({
  settings,
  metadata,
  clock,
  redirectUri,
}: Dependencies): IdentityProvider {
  let calls = 0;
  const { clientId, clientSecret, issuer, scopes } = settings;
  const http = {
    // The settings allow it on loopback only.
    [allowInsecureRequests]: issuer.startsWith('http:'),
    [customFetch]: fetchProvider,
    signal: providerSignal,
  };
  const client = (): Client => ({
    client_id: clientId,
    [clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  });

  async function exchange(
    callback: URLSearchParams,
    { state, nonce, codeVerifier }: ProviderRequest,
  ): Promise<ProviderClaims> {
    const server = metadata.server();
    const parameters = validateAuthResponse(server, client(), callback, state);
    const response = await authorizationCodeGrantRequest(
      server,
      client(),
      authentication(server, clientSecret),
      parameters,
      redirectUri,
      codeVerifier,
      http,
    );
    const tokens = await processAuthorizationCodeResponse(server, client(), response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const { payload, protectedHeader } = await metadata.verify(tokens.id_token ?? '');
    if (protectedHeader.typ === 'logout+jwt' || 'events' in payload) {
      throw new ProviderError('invalid', 'the token is not an id_token');
    }
    const claims = claimsSchema.parse(payload);
    const isComplete =
      'email' in claims &&
      Object.keys(settings.require).every((name) => name in claims) &&
      hasGroups(settings, claims);
    if (isComplete || !server.userinfo_endpoint) return claims;
    const info = await processUserInfoResponse(
      server,
      client(),
      claims.sub,
      await userInfoRequest(server, client(), tokens.access_token, http),
    );
    // The time of the sign-in counts only from the id_token, which is signed.
    return { ...info, ...claims, auth_time: claims.auth_time };
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, parameters) {
      const url = new URL(String(metadata.server().authorization_endpoint));
      const all = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...parameters,
      };
      for (const [name, value] of Object.entries(all)) {
        if (value) url.searchParams.set(name, value);
      }
      return url.href;
    },
    async redeem(callback, request) {
      if (calls >= MAX_CALLS) throw new ProviderError('unavailable', 'too many calls wait for it');
      calls += 1;
      try {
        return await exchange(callback, request);
      } catch (error) {
        throw toProviderError(error);
      } finally {
        calls -= 1;
      }
    },
  };
}

function authentication(server: AuthorizationServer, secret: string | undefined) {
  if (secret === undefined) return None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? clientSecretBasic(secret)
    : ClientSecretPost(secret);
}

/**
 * Encodes only what has to be encoded (RFC 6749, 2.3.1). `ClientSecretBasic` encodes `-`, `.`, `_` and `~`, too, which
 * are common in IDs and secrets, and some providers decode nothing.
 */
function clientSecretBasic(secret: string): ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    const [user, password] = [id, secret].map((text) =>
      encodeURIComponent(text).replaceAll('%20', '+'),
    );
    headers.set('authorization', `Basic ${btoa(`${user}:${password}`)}`);
  };
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    return new ProviderError('denied', `the provider's error is ${error.error.slice(0, 60)}`);
  }
  const isUnreachable = error instanceof TypeError || (error as Error).name === 'TimeoutError';
  return new ProviderError(isUnreachable ? 'unavailable' : 'invalid', reasonOf(error));
}
