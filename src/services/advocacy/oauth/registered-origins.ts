import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '../../platform/database/database.ts';
import { isRegisteredOrigin } from './oauth-clients.ts';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of registered origins call every endpoint of the service: the console may be served
 * from another origin. Call it before the scope's routes.
 */
export async function allowRegisteredOrigins(app: FastifyInstance, db: Queries): Promise<void> {
  await app.register(cors, {
    origin: async (origin: string | undefined) =>
      origin !== undefined && (await isRegisteredOrigin(db, origin)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'accept'],
    exposedHeaders: ['location', 'retry-after', 'www-authenticate', 'x-request-id'],
    maxAge: PREFLIGHT_SECONDS,
  });
}
