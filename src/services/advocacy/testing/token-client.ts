import { expect } from 'vitest';
import {
  oauthErrorSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '#contract/advocacy/oauth.ts';
import { PARTNER } from './sign-in-fixture.ts';
import {
  type Authorization,
  authorizeThroughPages,
  type Credentials,
  consoleAuthorization,
  requestToken,
  signInThroughPages,
} from './sign-in-through-pages.ts';

type Form = Record<string, string> | [string, string][];

/** HTTP Basic credentials of the partner client. */
export const basic = (secret = PARTNER.clientSecret) => ({
  authorization: `Basic ${btoa(`${PARTNER.clientId}:${secret}`)}`,
});

/** Expects an error in OAuth's format, without other members. */
export async function expectOAuthError(response: Response, status: number, error: string) {
  const body = (await response.json()) as Record<string, unknown>;
  expect({ status: response.status, error: body.error }).toEqual({ status, error });
  expect(oauthErrorSchema.safeParse(body).success).toBe(true);
  expect(Object.keys(body).filter((name) => !/^error(_description)?$/.test(name))).toEqual([]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
}

/** A client of the token endpoints, for one user. */
export function createTokenClient(baseUrl: string, credentials: Credentials) {
  const refreshForm = ({ refresh_token }: TokenResponse, more = {}) => ({
    grant_type: 'refresh_token',
    client_id: 'patron-console',
    refresh_token,
    ...more,
  });
  const token = (form: Form, headers = {}) => requestToken(baseUrl, form, headers);
  const codeForm = async (authorization: Authorization) => {
    const { callback, verifier } = await authorizeThroughPages(baseUrl, credentials, authorization);
    return {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: authorization.redirectUri,
      code_verifier: verifier,
    };
  };

  return {
    token,
    refreshForm,
    /** The form to exchange a new code of the console. */
    async codeForm() {
      const authorization = consoleAuthorization(baseUrl);
      return { ...(await codeForm(authorization)), client_id: authorization.clientId };
    },
    /** The form to exchange a new code of the partner, without client credentials. */
    partnerCodeForm: () => codeForm(PARTNER),
    signIn: () => signInThroughPages(baseUrl, credentials),
    async refresh(tokens: TokenResponse, more = {}): Promise<TokenResponse> {
      return tokenResponseSchema.parse(await (await token(refreshForm(tokens, more))).json());
    },
    revoke: (form: Record<string, string>, headers = {}) =>
      fetch(`${baseUrl}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      }),
    async isAlive({ access_token }: TokenResponse): Promise<boolean> {
      const headers = { authorization: `Bearer ${access_token}` };
      return (await fetch(`${baseUrl}/v2/me`, { headers })).status === 200;
    },
  };
}
export type TokenClient = ReturnType<typeof createTokenClient>;
