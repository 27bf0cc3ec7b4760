import type { FastifyInstance } from 'fastify';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { sendPlainError } from '#services/platform/http/errors.ts';
import { findChallenge } from './acme-challenges.ts';

/** RFC 8555, 8.1: base64url. */
const TOKEN = /^[\w-]{1,128}$/;

/**
 * Serves http-01 challenges (RFC 8555, 8.3) for all domains. The authority connects to port 80 of the
 * domain and may reach any process.
 */
export function acmeChallengeRoute(
  app: FastifyInstance,
  dependencies: { db: Database; clock: Clock },
): void {
  app.get<{ Params: { token: string } }>(
    '/.well-known/acme-challenge/:token',
    async (request, reply) => {
      const { token } = request.params;
      const keyAuthorization = TOKEN.test(token)
        ? await findChallenge(dependencies, token)
        : undefined;
      if (keyAuthorization === undefined) return sendPlainError(request, reply, 404);
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .send(keyAuthorization);
    },
  );
}
