import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { isRegisteredOrigin } from './oauth-clients.ts';

const PREFLIGHT_SECONDS = 600;

/** Browsers navigate to these; scripts of other origins must not read them. */
const PAGES = [OAUTH_PATHS.authorize, OAUTH_PATHS.signIn];

/**
 * Allows cross-origin requests from registered origins, because the console may be served from another
 * origin. Call it before the scope's routes.
 */
export async function allowRegisteredOrigins(app: FastifyInstance, db: Queries): Promise<void> {
  const pages = PAGES.map((path) => `${app.prefix}${path}`);
  const isPage = (url: string) => pages.some((path) => url.startsWith(path));
  await app.register(cors, {
    delegator: async ({ headers, url }: FastifyRequest) => ({
      origin:
        headers.origin !== undefined &&
        !isPage(url) &&
        (await isRegisteredOrigin(db, headers.origin)),
      // Any other OPTIONS request gets 405 (decisions.md, 7).
      preflight: headers['access-control-request-method'] !== undefined && !isPage(url),
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'accept', 'x-request-id'],
      exposedHeaders: ['location', 'retry-after', 'www-authenticate', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  });
}
