import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idTokenRequestSchema, issueIdToken } from '#contract/advocacy/oauth.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { bodyLimitOf } from '#services/platform/http/request-body.ts';
import { authenticate } from './bearer.ts';
import { confirmPassword } from './confirm-password.ts';
import { ID_TOKEN_SECONDS, type IdTokens } from './id-token.ts';

export interface IdTokenDependencies
  extends Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'> {
  idTokens: IdTokens;
}

/** Issues an id_token for sensitive changes in exchange for the password (decisions.md, 14). */
export async function idTokenRoute(
  app: FastifyInstance,
  { dependencies, attempts }: { dependencies: IdTokenDependencies; attempts: AttemptCounters },
): Promise<void> {
  const { db, clock, idTokens } = dependencies;
  const confirming = { ...dependencies, attempts };
  await app.register(formbody);

  app.route({
    method: issueIdToken.method,
    url: issueIdToken.path,
    bodyLimit: bodyLimitOf(issueIdToken),
    async handler(request) {
      const caller = await authenticate(db, clock, request.headers.authorization);
      if (!caller) throw invalidToken();
      const form = z.safeParse(idTokenRequestSchema, request.body);
      if (!form.success) {
        throw new OAuthError(400, 'invalid_request', 'exactly one password is required');
      }

      const { password } = form.data;
      const confirmation = await confirmPassword(confirming, caller.userId, password);
      if (confirmation.outcome === 'throttled') throw tooManyAttempts(confirmation.waitSeconds);
      if (confirmation.outcome === 'wrong') {
        throw new OAuthError(400, 'invalid_grant', 'the password is wrong');
      }
      return { id_token: await idTokens.issue(caller), expires_in: ID_TOKEN_SECONDS };
    },
  });
}

const invalidToken = () =>
  new OAuthError(401, 'invalid_token', 'the access token is missing, invalid, expired or revoked', {
    'www-authenticate': 'Bearer',
  });

const tooManyAttempts = (seconds: number) =>
  new OAuthError(429, 'slow_down', 'too many wrong passwords; try again later', {
    'retry-after': String(seconds),
  });
