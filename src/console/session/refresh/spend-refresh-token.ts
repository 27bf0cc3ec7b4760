import {
  askTokenEndpoint,
  type RefreshRequest,
  type TokenAnswer,
} from '#console/session/token-endpoint.ts';
import type { RefreshTokenStore } from './refresh-token-store.ts';
import { reachSessionWorker } from './session-worker.ts';

/**
 * Spends a refresh token, and stores the next one as soon as it is there. To be called in turn
 * (`exclusively`), with the token read in that turn.
 *
 * @throws {ApiError}
 */
export async function spendRefreshToken(
  request: RefreshRequest,
  store: Pick<RefreshTokenStore, 'read' | 'write'>,
  reachWorker = reachSessionWorker,
): Promise<TokenAnswer> {
  const reached = await reachWorker();
  // A deployment may have moved its endpoint since the worker came.
  const worker = reached?.tokenUrl === request.tokenUrl ? reached : undefined;
  const answer = await (worker ? worker.refresh(request) : askTokenEndpoint(request));
  const next = refreshTokenIn(answer);
  if (next !== undefined) {
    // Another one means that somebody signed out, or in, while the answer was on its way.
    if (store.read() === request.refreshToken) store.write(next);
    worker?.confirm(request.refreshToken);
  }
  return answer;
}

function refreshTokenIn({ ok, body }: TokenAnswer): string | undefined {
  const token = ok && (body as { refresh_token?: unknown } | undefined)?.refresh_token;
  return typeof token === 'string' ? token : undefined;
}
