import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idTokenRequestSchema, issueIdToken } from '#contract/advocacy/oauth.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_API, OAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import type { FailedAttempts } from '#services/advocacy/oauth/sign-in/throttle/failed-attempts.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { toRouteSchema } from '#services/platform/http/route-schema.ts';
import { PASSWORD_MAX_LENGTH, verifyPassword } from '#services/platform/secrets/password.ts';
import { authenticate } from './bearer.ts';
import { ID_TOKEN_SECONDS } from './id-token.ts';

/** Wrong passwords within the window, after which every further one waits for its end. */
const WRONG_LIMIT = 5;

/** The identity token of sensitive changes for the current password (decisions.md, 14). */
export async function idTokenRoute(
  app: FastifyInstance,
  { dependencies, attempts }: { dependencies: AdvocacyDependencies; attempts: FailedAttempts },
): Promise<void> {
  const { db, clock, idTokens } = dependencies;
  await app.register(formbody);

  app.route({
    method: issueIdToken.method,
    url: issueIdToken.path,
    schema: { ...toRouteSchema(issueIdToken, OAUTH_API), security: [{ access_token: [] }] },
    async handler(request) {
      const caller = await authenticate(db, clock, request.headers.authorization);
      if (!caller) throw invalidToken();
      const form = z.safeParse(idTokenRequestSchema, request.body);
      if (!form.success) throw new OAuthError(400, 'invalid_request', 'password is required, once');

      const key = JSON.stringify(['id_token', caller.userId]);
      const waitUntil = (end: Date) => {
        const seconds = Math.ceil((end.getTime() - clock.now().getTime()) / 1000);
        return tooManyAttempts(Math.max(1, seconds));
      };
      const window = await attempts.find(key);
      if (window && window.count >= WRONG_LIMIT) throw waitUntil(window.endsAt);

      const person = await findUser(db, caller.userId);
      const { password } = form.data;
      const isRight =
        password.length <= PASSWORD_MAX_LENGTH &&
        (await verifyPassword(person?.passwordHash, password));
      if (!isRight) {
        const { count, endsAt } = await attempts.add(key);
        if (count > WRONG_LIMIT) throw waitUntil(endsAt);
        throw new OAuthError(400, 'invalid_grant', 'the password is wrong');
      }
      if (!(await attempts.clear(key, WRONG_LIMIT))) {
        throw waitUntil((await attempts.find(key))?.endsAt ?? clock.now());
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
