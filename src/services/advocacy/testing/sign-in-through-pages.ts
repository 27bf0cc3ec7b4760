import { createHash, randomBytes } from 'node:crypto';
import { type TokenResponse, tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { createPageBrowser, locationOf, type PageBrowser } from './page-browser.ts';

export interface Credentials {
  email: string;
  password: string;
  /** For the code step, if there is one. */
  code?: () => string | Promise<string>;
}

export interface Authorization {
  clientId: string;
  redirectUri: string;
  /** Sent in the body, for a confidential client. */
  clientSecret?: string;
  scope?: string;
  state?: string;
}

/** The console client, as registered by a test service. */
export function consoleAuthorization(baseUrl: string): Authorization {
  return {
    clientId: 'patron-console',
    redirectUri: `${new URL(baseUrl).origin}/auth/callback`,
  };
}

export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The authorization URL; undefined parameters are omitted. */
export function authorizeUrl(baseUrl: string, parameters: Record<string, string | undefined>): URL {
  const url = new URL(`${baseUrl}/oauth/authorize`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Starts an authorization. @returns the URL of its sign-in page */
export async function openSignIn(
  baseUrl: string,
  { clientId, redirectUri, scope, state }: Authorization = consoleAuthorization(baseUrl),
  browser: PageBrowser = createPageBrowser(),
) {
  const { verifier, challenge } = createPkce();
  const started = await browser.get(
    authorizeUrl(baseUrl, {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  );
  return { browser, verifier, page: locationOf(started) };
}

/**
 * Signs in through the pages as a browser does.
 * @returns the client's callback URL, and the verifier to exchange its code
 */
export async function authorizeThroughPages(
  baseUrl: string,
  credentials: Credentials,
  authorization: Authorization = consoleAuthorization(baseUrl),
  existing?: PageBrowser,
): Promise<{ callback: URL; verifier: string }> {
  const { browser, verifier, page } = await openSignIn(baseUrl, authorization, existing);
  const { email, password, code } = credentials;
  let response = await browser.submit(page, { email, password });
  if (response.status === 200) {
    if (!code) throw new Error('A code is required');
    response = await browser.submit(`${page}/code`, { code: await code() });
  }
  const resumed = await browser.get(locationOf(response));
  return { callback: locationOf(resumed), verifier };
}

export function requestToken(
  baseUrl: string,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  });
}

/** Signs in through the pages and exchanges the code for tokens. */
export async function signInThroughPages(
  baseUrl: string,
  credentials: Credentials,
  authorization: Authorization = consoleAuthorization(baseUrl),
): Promise<TokenResponse> {
  const { callback, verifier } = await authorizeThroughPages(baseUrl, credentials, authorization);
  const { clientId, clientSecret, redirectUri } = authorization;
  const response = await requestToken(baseUrl, {
    grant_type: 'authorization_code',
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return tokenResponseSchema.parse(await response.json());
}
