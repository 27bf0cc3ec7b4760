import { type HttpResponse, sendHttp } from '#console/api/http.ts';

/** How long the token endpoint may take, in ms. */
export const TOKEN_TIMEOUT_MS = 15_000;

/** What a refresh is asked with. */
export interface RefreshRequest {
  /** Absolute. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The token that is spent by it. */
  readonly refreshToken: string;
}

/** What the token endpoint answered, in a form that passes between a worker and a page. */
export interface TokenAnswer extends Pick<HttpResponse, 'ok' | 'status' | 'body' | 'requestId'> {
  /** How long ago the request left, in ms: the access token's life is counted from then. */
  readonly age: number;
}

/**
 * Asks the token endpoint from this page; the service worker does the same with code of its own
 * (public/session-worker.js).
 *
 * @throws {ApiError}
 */
export async function askTokenEndpoint(request: RefreshRequest): Promise<TokenAnswer> {
  const askedAt = Date.now();
  const answer = await sendHttp({
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
  return { ...answer, age: Date.now() - askedAt };
}
