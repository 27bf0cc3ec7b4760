import { parseResponse } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import { loadCode } from '#console/lib/load-code.ts';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { RefreshTokenStore } from './refresh/refresh-token-store.ts';
import { clearSessionWorker } from './refresh/session-worker.ts';
import { spendRefreshToken } from './refresh/spend-refresh-token.ts';
import type { CodeGrant } from './sign-in/code-grant.ts';
import type { Grant } from './tokens.ts';

const REVOCATION_TIMEOUT_MS = 3000;

/** The token endpoint without the request of `exchangeToken`, whose schemas would be a part of the shell. */
const TOKEN_ENDPOINT = {
  id: 'exchangeToken',
  method: 'POST',
  isPublished: true,
  response: tokenResponseSchema,
} as const;

/** The console's side of OAuth 2.0 with PKCE: a public client of the advocacy service. */
export interface AuthorizationServer extends CodeGrant {
  /**
   * Spends the refresh token, and stores the next one.
   * @throws {ApiError} with the code `invalid_grant` if the refresh token has expired or was revoked;
   *   any other error says nothing about the token
   */
  refresh(refreshToken: string): Promise<Grant>;
  /** Revokes the tokens if the deployment has an endpoint for it; never rejects. */
  revoke(refreshToken: string): Promise<void>;
}

/** @param origin the console's own */
export function createAuthorizationServer(
  { advocacy }: ConsoleConfig,
  origin: string,
  store: RefreshTokenStore,
): AuthorizationServer {
  const { clientId } = advocacy;
  const tokenUrl = new URL(advocacy.tokenUrl, origin).href;
  // Only signing in needs the OAuth library.
  const loadCodeGrant = async () =>
    (await loadCode(() => import('./sign-in/code-grant.ts'))).createCodeGrant(advocacy, origin);

  return {
    prepare: async (hint) => (await loadCodeGrant()).prepare(hint),
    exchange: async (callback, request) => (await loadCodeGrant()).exchange(callback, request),

    async refresh(refreshToken) {
      const response = await spendRefreshToken({ tokenUrl, clientId, refreshToken }, store);
      const requestedAt = Date.now() - response.age;
      const tokens = parseResponse(TOKEN_ENDPOINT, { ...response, retryAfterSeconds: undefined });
      const { access_token: accessToken, expires_in: expiresIn, scope } = tokens;
      if (!accessToken || !expiresIn) {
        throw new ApiError({ kind: 'invalid-response', endpoint: TOKEN_ENDPOINT.id });
      }
      return {
        tokens: {
          accessToken,
          scopes: scope?.split(' ') ?? [],
          expiresAt: requestedAt + expiresIn * 1000,
        },
        // A server that doesn't replace it may leave it out.
        refreshToken: tokens.refresh_token ?? refreshToken,
      };
    },

    async revoke(refreshToken) {
      void clearSessionWorker();
      if (!advocacy.revocationUrl) return;
      try {
        await sendHttp({
          method: 'POST',
          url: new URL(advocacy.revocationUrl, origin).href,
          headers: {},
          body: new URLSearchParams({ client_id: clientId, token: refreshToken }),
          timeoutMs: REVOCATION_TIMEOUT_MS,
        });
      } catch {
        // The user leaves anyway, and this browser has forgotten the token.
      }
    },
  };
}
