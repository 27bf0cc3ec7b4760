import * as oauth from 'oauth4webapi';
import { ApiError } from '#console/api/errors/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { RefreshTokenStore } from './refresh/refresh-token-store.ts';
import { clearSessionWorker } from './refresh/session-worker.ts';
import { spendRefreshToken } from './refresh/spend-refresh-token.ts';
import { TOKEN_TIMEOUT_MS, type TokenAnswer } from './token-endpoint.ts';
import type { Grant } from './tokens.ts';

const REVOCATION_TIMEOUT_MS = 3000;

export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** The console's side of OAuth 2.0 with PKCE: a public client of the advocacy service. */
export interface AuthorizationServer {
  /** The address of a sign-in, and what has to be remembered until its reply comes. */
  prepare(): Promise<AuthorizationRequest>;
  /**
   * Checks the reply of a sign-in and exchanges its code.
   * @throws {ApiError} whose `code` is OAuth's error
   */
  exchange(reply: URLSearchParams, request: Omit<AuthorizationRequest, 'url'>): Promise<Grant>;
  /**
   * Spends the refresh token, and stores the next one.
   * @throws {ApiError} with the code `invalid_grant` when the refresh token is at its end; any
   *   other says nothing about it
   */
  refresh(refreshToken: string): Promise<Grant>;
  /** The same of a refresh that was begun before; its next token is stored already. */
  finishRefresh(answer: Promise<TokenAnswer>): Promise<Grant>;
  /** Ends the tokens where the deployment has an address for it; never fails. */
  revoke(refreshToken: string): Promise<void>;
}

/** @param origin the console's own */
export function createAuthorizationServer(
  { advocacy }: ConsoleConfig,
  origin: string,
  store: RefreshTokenStore,
): AuthorizationServer {
  const absolute = (address: string) => new URL(address, origin).href;
  const server = {
    // Only compared with the reply's `iss`, which is taken out: the configuration names one server.
    issuer: absolute(advocacy.baseUrl),
    token_endpoint: absolute(advocacy.tokenUrl),
  } satisfies oauth.AuthorizationServer;
  const client: oauth.Client = { client_id: advocacy.clientId };
  const redirectUri = new URL('/auth/callback', origin).href;
  const options = {
    signal: () => AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    [oauth.allowInsecureRequests]: server.token_endpoint.startsWith('http:'),
  };

  const finishRefresh = (asking: Promise<TokenAnswer>) =>
    grantOf(async () => {
      const { status, body, requestId, age } = await asking;
      const askedAt = Date.now() - age;
      const headers = { 'content-type': 'application/json', 'x-request-id': requestId ?? '' };
      const response = new Response(JSON.stringify(body), { status, headers });
      const reply = await oauth.processRefreshTokenResponse(server, client, response);
      return { reply, askedAt };
    });

  return {
    async prepare() {
      const codeVerifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(absolute(advocacy.authorizeUrl));
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        scope: advocacy.scopes.join(' '),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Whoever comes here has no session in the console, so that a sign-out stays one: without
        // it the server's own session would let the next person at this machine in.
        prompt: 'login',
      }).toString();
      return { url: url.href, state, codeVerifier };
    },

    async exchange(reply, { state, codeVerifier }) {
      const parameters = new URLSearchParams(reply);
      parameters.delete('iss');
      return grantOf(async () => {
        const askedAt = Date.now();
        const valid = oauth.validateAuthResponse(server, client, parameters, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          valid,
          redirectUri,
          codeVerifier,
          options,
        );
        const reply = await oauth.processAuthorizationCodeResponse(server, client, response);
        return { reply, askedAt };
      });
    },

    refresh: (refreshToken) =>
      finishRefresh(
        spendRefreshToken(
          { tokenUrl: server.token_endpoint, clientId: client.client_id, refreshToken },
          store,
        ),
      ),
    finishRefresh,

    async revoke(refreshToken) {
      void clearSessionWorker();
      if (!advocacy.revocationUrl) return;
      try {
        await sendHttp({
          method: 'POST',
          url: absolute(advocacy.revocationUrl),
          headers: {},
          body: new URLSearchParams({ client_id: client.client_id, token: refreshToken }),
          timeout: REVOCATION_TIMEOUT_MS,
        });
      } catch {
        // The person leaves anyway, and this browser has forgotten the token.
      }
    },
  };
}

interface TokenReply {
  readonly reply: oauth.TokenEndpointResponse;
  /** In ms since 1970. */
  readonly askedAt: number;
}

async function grantOf(request: () => Promise<TokenReply>): Promise<Grant> {
  try {
    const { reply, askedAt } = await request();
    if (!reply.refresh_token || !reply.expires_in) {
      throw new ApiError({ kind: 'invalid-response', endpoint: 'exchangeToken' });
    }
    return {
      tokens: {
        accessToken: reply.access_token,
        scopes: reply.scope?.split(' ') ?? [],
        expiresAt: askedAt + reply.expires_in * 1000,
      },
      refreshToken: reply.refresh_token,
    };
  } catch (error) {
    throw asApiError(error);
  }
}

function asApiError(cause: unknown): ApiError {
  const endpoint = 'exchangeToken';
  if (cause instanceof ApiError) return cause;
  if (cause instanceof oauth.ResponseBodyError) {
    return new ApiError({
      kind: 'error-response',
      status: cause.status,
      errors: [{ code: cause.error, detail: cause.error_description }],
      requestId: cause.response.headers.get('x-request-id') || undefined,
      endpoint,
      cause,
    });
  }
  if (cause instanceof oauth.AuthorizationResponseError) {
    const errors = [{ code: cause.error, detail: cause.error_description }];
    return new ApiError({ kind: 'error-response', status: 400, errors, cause });
  }
  if (cause instanceof oauth.OperationProcessingError) {
    // An answer that is no OAuth: an error page of whatever stands before the service, say.
    const response = cause.cause instanceof Response ? cause.cause : undefined;
    const kind = response && !response.ok ? 'error-response' : 'invalid-response';
    return new ApiError({ kind, status: response?.status, endpoint, cause });
  }
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new ApiError({ kind: isTimeout ? 'timeout' : 'network', endpoint, cause });
}
