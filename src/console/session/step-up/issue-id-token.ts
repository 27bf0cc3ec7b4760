import { parseResponse } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import { requestUrl } from '#console/api/request-url.ts';
import type { Session } from '#console/session/session-model.ts';
import { issueIdToken as endpoint } from '#contract/advocacy/oauth.ts';
import type { Confirmation } from './step-up.ts';

/** How long a confirmation counts (advocacy.md, Limits): 15 minutes, in ms. */
const ID_TOKEN_LIFETIME_MS = 15 * 60_000;

/**
 * Confirms the password.
 *
 * @param baseUrl the advocacy service's, absolute
 * @throws {ApiError} 400 `invalid_grant` for a wrong password, 429 after too many of them
 */
export async function issueIdToken(
  session: Session,
  baseUrl: string,
  password: string,
): Promise<Confirmation> {
  // The confirmation ends with its access token, so that one has to last as long.
  const { accessToken } = await session.access(ID_TOKEN_LIFETIME_MS);
  try {
    return await ask(baseUrl, accessToken, password);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await session.renew(accessToken);
    return ask(baseUrl, renewed.accessToken, password);
  }
}

async function ask(baseUrl: string, accessToken: string, password: string): Promise<Confirmation> {
  const askedAt = Date.now();
  const answer = await sendHttp({
    method: endpoint.method,
    url: requestUrl(baseUrl, endpoint, {}, {}),
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    body: new URLSearchParams({ password }),
  });
  const reply = parseResponse(endpoint, answer);
  return {
    idToken: reply.id_token,
    accessToken,
    expiresAt: askedAt + reply.expires_in * 1000,
  };
}
