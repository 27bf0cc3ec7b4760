import {
  type RefreshRequest,
  requestToken,
  type TokenEndpointResponse,
} from '#console/session/token-endpoint.ts';
import type { RefreshTokenStore } from './refresh-token-store.ts';
import { findSessionWorker } from './session-worker.ts';

/**
 * Spends a refresh token and stores the next one. Call it inside `withLock`, with the token read there.
 *
 * @throws {ApiError}
 */
export async function spendRefreshToken(
  request: RefreshRequest,
  store: Pick<RefreshTokenStore, 'read' | 'write'>,
  findWorker = findSessionWorker,
): Promise<TokenEndpointResponse> {
  const found = await findWorker();
  // The deployment may have moved its endpoint since the worker was registered.
  const worker = found?.tokenUrl === request.tokenUrl ? found : undefined;
  const response = await (worker ? worker.refresh(request) : requestToken(request));
  const next = refreshTokenIn(response);
  // A different token means that the user signed out or in before the response arrived.
  if (next !== undefined && store.read() === request.refreshToken) store.write(next);
  if (response.ok) worker?.confirm(request.refreshToken);
  return response;
}

function refreshTokenIn({ ok, body }: TokenEndpointResponse): string | undefined {
  const token = ok && (body as { refresh_token?: unknown } | undefined)?.refresh_token;
  return typeof token === 'string' ? token : undefined;
}
