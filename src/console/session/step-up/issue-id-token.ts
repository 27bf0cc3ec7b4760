import { parseResponse } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import { requestUrl } from '#console/api/request-url.ts';
import type { Session } from '#console/session/session-model.ts';
import { issueIdToken as endpoint } from '#contract/advocacy/oauth.ts';
import type { Confirmation } from './step-up.ts';

/** 15 minutes (advocacy.md, Limits). */
export const ID_TOKEN_LIFETIME_MS = 15 * 60_000;

/**
 * Confirms the password.
 *
 * @param baseUrl the advocacy service's, absolute
 * @throws {ApiError} 400 `invalid_grant` for a wrong password, 429 after too many attempts
 */
export async function issueIdToken(
  session: Session,
  baseUrl: string,
  password: string,
): Promise<Confirmation> {
  // The id_token expires with its access token, which therefore has to last as long.
  const { accessToken } = await session.access({ atLeastMs: ID_TOKEN_LIFETIME_MS });
  try {
    return await requestIdToken(baseUrl, accessToken, password);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await session.renew(accessToken);
    return requestIdToken(baseUrl, renewed.accessToken, password);
  }
}

async function requestIdToken(
  baseUrl: string,
  accessToken: string,
  password: string,
): Promise<Confirmation> {
  const requestedAt = Date.now();
  const response = await sendHttp({
    method: endpoint.method,
    url: requestUrl(baseUrl, endpoint, {}, {}),
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    body: new URLSearchParams({ password }),
  });
  const { id_token: idToken, expires_in: expiresIn } = parseResponse(endpoint, response);
  if (!idToken) {
    throw new ApiError({
      kind: 'invalid-response',
      status: response.status,
      endpoint: endpoint.id,
    });
  }
  const lifetimeMs = expiresIn === undefined ? ID_TOKEN_LIFETIME_MS : expiresIn * 1000;
  return { idToken, accessToken, expiresAt: requestedAt + lifetimeMs };
}
