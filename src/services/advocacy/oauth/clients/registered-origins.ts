import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queries } from '#services/platform/database/database.ts';
import { isRegisteredOrigin } from './oauth-clients.ts';

const PREFLIGHT_SECONDS = 600;

/**
 * Allows cross-origin requests from registered origins, because the console may be served from another
 * origin. Call it before the scope's routes.
 */
export async function allowRegisteredOrigins(app: FastifyInstance, db: Queries): Promise<void> {
  await app.register(cors, {
    delegator: async ({ headers }: FastifyRequest) => ({
      origin: headers.origin !== undefined && (await isRegisteredOrigin(db, headers.origin)),
      // Any other OPTIONS request gets 405 (decisions.md, 7).
      preflight: headers['access-control-request-method'] !== undefined,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'accept'],
      exposedHeaders: ['location', 'retry-after', 'www-authenticate', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  });
}
