import * as oauth from 'oauth4webapi';
import { ApiError } from '#console/api/errors/api-error.ts';
import { TOKEN_TIMEOUT_MS } from '#console/session/token-endpoint.ts';
import type { Grant } from '#console/session/tokens.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';

export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** What the sign-in page shows. Servers ignore parameters that they don't know. */
export interface SignInHint {
  /** Fills in the email. */
  readonly login_hint?: string;
  /** Says that the user has just signed out, or that the session has ended. */
  readonly signed_out?: '1' | 'ended';
}

/** The authorization code grant with PKCE: what signing in sends and receives. */
export interface CodeGrant {
  /**
   * Creates the URL of a sign-in, and what its callback is checked against.
   * @param hint parameters for the sign-in page
   */
  prepare(hint?: SignInHint): Promise<AuthorizationRequest>;
  /**
   * Checks the callback of a sign-in and exchanges its code.
   * @throws {ApiError} whose `code` is OAuth's error
   */
  exchange(callback: URLSearchParams, request: Omit<AuthorizationRequest, 'url'>): Promise<Grant>;
}

export function createCodeGrant(advocacy: ConsoleConfig['advocacy'], origin: string): CodeGrant {
  const absolute = (address: string) => new URL(address, origin).href;
  const server = {
    // Only compared with the callback's `iss`, which is removed: the configuration names one server.
    issuer: absolute(advocacy.baseUrl),
    token_endpoint: absolute(advocacy.tokenUrl),
  } satisfies oauth.AuthorizationServer;
  const client: oauth.Client = { client_id: advocacy.clientId };
  const redirectUri = new URL('/auth/callback', origin).href;
  const options = {
    signal: () => AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    [oauth.allowInsecureRequests]: server.token_endpoint.startsWith('http:'),
  };

  return {
    async prepare(hint) {
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
        // Ask for the password even if the server has a session: after a sign-out in the console,
        // nobody else at this computer may continue it.
        prompt: 'login',
        ...hint,
      }).toString();
      return { url: url.href, state, codeVerifier };
    },

    async exchange(callback, { state, codeVerifier }) {
      const parameters = new URLSearchParams(callback);
      parameters.delete('iss');
      const requestedAt = Date.now();
      try {
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
        return toGrant(
          await oauth.processAuthorizationCodeResponse(server, client, response),
          requestedAt,
        );
      } catch (error) {
        throw toApiError(error);
      }
    },
  };
}

/** @param requestedAt in ms since 1970 */
function toGrant(response: oauth.TokenEndpointResponse, requestedAt: number): Grant {
  if (!response.refresh_token) throw noRefreshTokenError();
  if (!response.expires_in) {
    throw new ApiError({ kind: 'invalid-response', endpoint: 'exchangeToken' });
  }
  return {
    tokens: {
      accessToken: response.access_token,
      scopes: response.scope?.split(' ') ?? [],
      expiresAt: requestedAt + response.expires_in * 1000,
    },
    refreshToken: response.refresh_token,
  };
}

function noRefreshTokenError(): ApiError {
  const detail =
    "The sign-in service sent no refresh token, so you can't stay signed in. Ask your Patron administrator to allow refresh tokens for the console there.";
  return new ApiError({ kind: 'error-response', status: 400, errors: [{ detail }] });
}

function toApiError(cause: unknown): ApiError {
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
    // Not an OAuth response: the error page of a proxy, for example.
    const response = cause.cause instanceof Response ? cause.cause : undefined;
    const kind = response && !response.ok ? 'error-response' : 'invalid-response';
    return new ApiError({ kind, status: response?.status, endpoint, cause });
  }
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new ApiError({ kind: isTimeout ? 'timeout' : 'network', endpoint, cause });
}
