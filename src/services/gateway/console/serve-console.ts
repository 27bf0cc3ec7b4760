import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOYALTY_NOT_FOUND } from '#contract/loyalty/errors.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { hostnameOf, isLoopback } from '#services/platform/http/loopback.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { sendErrors } from '#services/platform/json-api/json-api.ts';
import { consoleHeaders } from './security-headers.ts';

/**
 * Unknown paths below these are 404s of the services, never the console's page (decision 54), also in
 * upper case or with a slash too many: an integrator would take the page for a response.
 */
const SERVICE_PATHS = /^\/+(\.well-known|api|gateway|demo|docs|oauth|assets)(\/|%2F|$)/i;
const LOYALTY_PATHS = /^\/+api\/+loyalty(\/|$)/i;
/** A path whose last segment has an extension is that of a file. */
const FILE_PATH = /\.[^./]+$/;
/**
 * A page below a team's list, whose last segment may be an id of another service or an operator's own, and
 * ids may contain dots. There are no files below /teams.
 */
const ITEM_PAGE = /^\/teams\/[^/]+\/[^/]+\/[^/]/;
/**
 * Pages of windows that also show a third party's pages, with their files: the first page of the window that connects an
 * account, and the first and last page of the window that confirms at the OpenID provider.
 */
const WINDOW_PAGES = {
  '/connect/start': 'connect/start.html',
  '/step-up/callback': 'step-up/callback.html',
};

/**
 * Serves the built console: static files, `/config.json`, and the page on every other path. The page
 * is the not-found handler, so that the services keep their own 404s.
 */
export async function serveConsole(
  app: FastifyInstance,
  { consoleConfig, consoleDirectory, publicUrl }: GatewayDependencies,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, consoleHeaders(consoleConfig));
    scope.addHook('onRequest', redirectLoopback(publicUrl));
    scope.get('/config.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(consoleConfig),
    );
    // Without an opener policy, the window and the console keep in touch on the third party's page, too (decision 24).
    for (const [path, file] of Object.entries(WINDOW_PAGES)) {
      scope.get(path, { helmet: { crossOriginOpenerPolicy: false } }, (_request, reply) =>
        reply.sendFile(file),
      );
    }
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
      if (LOYALTY_PATHS.test(path)) return reply.code(404).send(LOYALTY_NOT_FOUND);
      if (!isPage(request.method, path)) return sendErrors(reply, notFound(), request.id);
      return reply.code(200).sendFile('index.html');
    });
  });
}

function isPage(method: string, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || SERVICE_PATHS.test(path)) return false;
  return !FILE_PATH.test(path) || ITEM_PAGE.test(path);
}

/**
 * Redirects a page at another local address, such as 127.0.0.1 for localhost, to the public one: users
 * can only sign in there. Does nothing for other public addresses, where the `Host` that arrives here
 * may be a proxy's.
 */
function redirectLoopback(publicUrl: string) {
  const { host: publicHost, hostname } = new URL(publicUrl);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { host, 'sec-fetch-mode': mode } = request.headers;
    const requested = hostnameOf(host);
    const isElsewhere =
      mode === 'navigate' && isLoopback(hostname) && host !== publicHost && requested !== undefined;
    if (!isElsewhere || !isLoopback(requested)) return;
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}${request.url}`, 302);
  };
}
