import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  nopkce,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { AccountProvider } from '#services/advocacy/accounts/account-provider.ts';
import { errorResponse, forbidden, type JsonApiError } from '#services/platform/json-api/errors.ts';

const TIMEOUT_MS = 10_000;
/** Errors of the server rather than the user's decision (RFC 6749, 4.1.2.1). */
const SERVER_ERRORS: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

interface Authorization {
  state: string;
  codeVerifier: string;
  /** Our callback URL, as registered at the network. */
  redirectUri: string;
  /** Replaces `{site}` in the endpoints. */
  site: string | null;
}

/**
 * The network's consent page.
 * @param loginHint the expected user name, when reauthorizing an account
 */
export async function authorizationUrl(
  provider: AccountProvider,
  { state, codeVerifier, redirectUri, site }: Authorization,
  loginHint: string | undefined,
): Promise<string> {
  const url = new URL(withSite(provider.authorizationEndpoint, site));
  const parameters: Record<string, string> = {
    ...provider.authorizationParameters,
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes.join(provider.scopeSeparator),
    state,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(provider.pkce
      ? {
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }
      : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the authorization code for tokens.
 * @param callbackParameters the query of the callback URL
 * @throws {JsonApiError} 403 when the user or the network denied access, 422 when the parameters
 *   don't match the request, 502 when the network fails
 */
export async function exchangeCode(
  provider: AccountProvider,
  callbackParameters: URLSearchParams,
  { state, codeVerifier, redirectUri, site }: Authorization,
): Promise<TokenEndpointResponse> {
  const server: AuthorizationServer = {
    issuer: provider.issuer ?? new URL(withSite(provider.authorizationEndpoint, site)).origin,
    token_endpoint: withSite(provider.tokenEndpoint, site),
  };
  const client: Client = { client_id: provider.clientId };
  const parameters = validateResponse(provider, server, client, callbackParameters, state);
  const authenticate =
    provider.clientAuthentication === 'basic' ? ClientSecretBasic : ClientSecretPost;
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authenticate(provider.clientSecret),
      parameters,
      redirectUri,
      provider.pkce ? codeVerifier : nopkce,
      {
        additionalParameters: provider.tokenParameters,
        // Providers are validated to use plain http on loopback only.
        [allowInsecureRequests]: true,
        [customFetch]: fetchTokens,
        signal: () => AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    return await processAuthorizationCodeResponse(server, client, response);
  } catch (error) {
    // The code is unknown, expired or used.
    const isCodeRejected = error instanceof ResponseBodyError && error.error === 'invalid_grant';
    throw isCodeRejected ? invalidResponse(provider) : networkFailure(provider, reasonOf(error));
  }
}

/** @throws {JsonApiError} 403, 422, 502 */
function validateResponse(
  provider: AccountProvider,
  server: AuthorizationServer,
  client: Client,
  callbackParameters: URLSearchParams,
  state: string,
): URLSearchParams {
  let parameters: URLSearchParams;
  try {
    parameters = validateAuthResponse(server, client, callbackParameters, state);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw invalidResponse(provider);
    if (SERVER_ERRORS.has(error.error)) throw networkFailure(provider, error.error);
    throw forbidden(`Access was denied at ${provider.label}.`);
  }
  if (!parameters.get('code')) throw invalidResponse(provider);
  return parameters;
}

/** Adds `token_type`, which the standard requires but some networks (Shopify) omit. */
async function fetchTokens(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request);
  const text = await response.text();
  const { status, headers } = response;
  const tokens: unknown = response.ok && text.startsWith('{') ? JSON.parse(text) : undefined;
  if (typeof tokens !== 'object' || tokens === null || 'token_type' in tokens) {
    return new Response(text, { status, headers });
  }
  return Response.json({ token_type: 'bearer', ...tokens }, { status });
}

/**
 * The user's profile at the network, as JSON.
 * @throws {JsonApiError} 502 when the network fails
 */
export async function fetchProfile(
  provider: AccountProvider,
  accessToken: string,
  site: string | null,
): Promise<unknown> {
  const header = provider.profileTokenHeader;
  let response: Response;
  try {
    response = await fetch(withSite(provider.profileEndpoint, site), {
      headers: {
        accept: 'application/json',
        [header ?? 'authorization']: header ? accessToken : `Bearer ${accessToken}`,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    throw networkFailure(provider, reasonOf(error));
  }
  throw networkFailure(provider, `status ${response.status} at the profile`);
}

/**
 * The network failed or sent an unusable response.
 * @param reason for the log
 */
export function networkFailure({ label }: AccountProvider, reason: string): JsonApiError {
  return errorResponse(502, {
    detail: `Could not connect to ${label}. Try again later.`,
    cause: new Error(reason),
  });
}

/** Without the error's message, which can quote a token. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `status ${error.status}, ${error.error}`;
  const { name, code, cause } = error as Error & { code?: unknown };
  const { code: causeCode } = (cause instanceof Error ? cause : {}) as { code?: unknown };
  return [name, code, causeCode].filter((part) => typeof part === 'string').join(', ');
}

function invalidResponse({ label }: AccountProvider): JsonApiError {
  return errorResponse(422, {
    detail: `The authorization from ${label} is not valid. Start again.`,
  });
}

function withSite(endpoint: string, site: string | null): string {
  return endpoint.replaceAll('{site}', site ?? '');
}
