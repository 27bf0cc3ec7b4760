import { type HttpResponse, sendHttp } from '#console/api/http.ts';

export const TOKEN_TIMEOUT_MS = 15_000;

export interface RefreshRequest {
  /** Absolute. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Each refresh token works once. */
  readonly refreshToken: string;
}

/** The response of the token endpoint, in a form that can be posted from a worker to a page. */
export interface TokenEndpointResponse
  extends Pick<HttpResponse, 'ok' | 'status' | 'body' | 'requestId'> {
  /** In ms since the request was sent, from when the lifetime of the access token counts. */
  readonly age: number;
}

/**
 * Refreshes the tokens from this page. The service worker does the same (public/session-worker.js).
 *
 * @throws {ApiError}
 */
export async function requestToken(request: RefreshRequest): Promise<TokenEndpointResponse> {
  const requestedAt = Date.now();
  const response = await sendHttp({
    method: 'POST',
    url: request.tokenUrl,
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: request.clientId,
      refresh_token: request.refreshToken,
    }),
    timeoutMs: TOKEN_TIMEOUT_MS,
  });
  return { ...response, age: Date.now() - requestedAt };
}
