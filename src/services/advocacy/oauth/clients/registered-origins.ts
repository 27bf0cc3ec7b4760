import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queries } from '#services/platform/database/database.ts';
import { isRegisteredOrigin } from './oauth-clients.ts';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of registered origins call every endpoint of the service: the console may be served
 * from another origin. Call it before the scope's routes.
 */
export async function allowRegisteredOrigins(app: FastifyInstance, db: Queries): Promise<void> {
  await app.register(cors, {
    delegator: async ({ headers }: FastifyRequest) => ({
      origin: headers.origin !== undefined && (await isRegisteredOrigin(db, headers.origin)),
      // Any other OPTIONS is a method that no address takes: 405 (decisions.md, 7).
      preflight: headers['access-control-request-method'] !== undefined,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'accept'],
      exposedHeaders: ['location', 'retry-after', 'www-authenticate', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  });
}
