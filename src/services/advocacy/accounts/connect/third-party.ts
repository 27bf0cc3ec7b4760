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
/** Errors that say nothing of the person's will (RFC 6749, 4.1.2.1). */
const SERVER_ERRORS: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

interface Authorization {
  state: string;
  codeVerifier: string;
  /** Our callback, as it is registered at the network. */
  redirectUri: string;
  /** The `{site}` of the endpoints. */
  site: string | null;
}

/**
 * The page where the person gives the network's consent.
 * @param loginHint the user name to expect, when an account is reauthorized
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
 * Exchanges the network's answer for tokens.
 * @param response the query parameters that the network sent the person back with
 * @throws {JsonApiError} 403 when the person or the network refused, 422 when the answer is not one
 *   to our question, 502 when the network fails
 */
export async function exchangeCode(
  provider: AccountProvider,
  response: URLSearchParams,
  { state, codeVerifier, redirectUri, site }: Authorization,
): Promise<TokenEndpointResponse> {
  const server: AuthorizationServer = {
    issuer: provider.issuer ?? new URL(withSite(provider.authorizationEndpoint, site)).origin,
    token_endpoint: withSite(provider.tokenEndpoint, site),
  };
  const client: Client = { client_id: provider.clientId };
  const parameters = validateResponse(provider, server, client, response, state);
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
        // The table of networks lets plain http pass on loopback only.
        [allowInsecureRequests]: true,
        [customFetch]: fetchTokens,
        signal: () => AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    return await processAuthorizationCodeResponse(server, client, response);
  } catch (error) {
    // The code was made up, has expired, or was used before.
    const isCodeRejected = error instanceof ResponseBodyError && error.error === 'invalid_grant';
    throw isCodeRejected ? invalidResponse(provider) : networkFailure(provider);
  }
}

/** @throws {JsonApiError} 403, 422, 502 */
function validateResponse(
  provider: AccountProvider,
  server: AuthorizationServer,
  client: Client,
  response: URLSearchParams,
  state: string,
): URLSearchParams {
  let parameters: URLSearchParams;
  try {
    parameters = validateAuthResponse(server, client, response, state);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw invalidResponse(provider);
    if (SERVER_ERRORS.has(error.error)) throw networkFailure(provider);
    throw forbidden(`The connection was refused at ${provider.label}.`);
  }
  if (!parameters.get('code')) throw invalidResponse(provider);
  return parameters;
}

/** Some networks (Shopify) leave the token's type out, which the standard requires. */
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
 * The person's profile at the network, as JSON.
 * @throws {JsonApiError} 502 when the network fails
 */
export async function fetchProfile(
  provider: AccountProvider,
  accessToken: string,
  site: string | null,
): Promise<unknown> {
  const header = provider.profileTokenHeader;
  try {
    const response = await fetch(withSite(provider.profileEndpoint, site), {
      headers: {
        accept: 'application/json',
        [header ?? 'authorization']: header ? accessToken : `Bearer ${accessToken}`,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return await response.json();
  } catch {
    throw networkFailure(provider);
  }
}

/** A network's failure, or an answer that can't be used. */
export function networkFailure({ label }: AccountProvider): JsonApiError {
  return errorResponse(502, { detail: `${label} did not answer as it should. Try again later.` });
}

function invalidResponse({ label }: AccountProvider): JsonApiError {
  return errorResponse(422, { detail: `${label} sent back no valid authorization. Start again.` });
}

function withSite(endpoint: string, site: string | null): string {
  return endpoint.replaceAll('{site}', site ?? '');
}
