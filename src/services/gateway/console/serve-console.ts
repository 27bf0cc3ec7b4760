import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { sendErrors } from '#services/platform/json-api/json-api.ts';
import { consoleHeaders } from './security-headers.ts';

/** Unknown paths below these are 404s of the services, never the console's page. */
const SERVICE_PATHS = /^\/(api|gateway|demo|docs|assets)(\/|$)/;

/**
 * Serves the built console: static files, `/config.json`, and the page on every other path. The page
 * is the not-found handler, so that the services keep their own 404s.
 */
export async function serveConsole(
  app: FastifyInstance,
  { consoleConfig, consoleDirectory }: GatewayDependencies,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, consoleHeaders(consoleConfig));
    scope.get('/config.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(consoleConfig),
    );
    await scope.register(fastifyStatic, {
      root: consoleDirectory,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names of built files include a content hash; all other files must be revalidated.
        const isHashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
    scope.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const isPage = request.method === 'GET' || request.method === 'HEAD';
      if (!isPage || SERVICE_PATHS.test(path)) return sendErrors(reply, notFound(), request.id);
      return reply.code(200).sendFile('index.html');
    });
  });
}
