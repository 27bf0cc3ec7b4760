import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Reject = (request: FastifyRequest, reply: FastifyReply, allow: string) => unknown;

/**
 * Responds 405 with `Allow` when a path exists but not for the method. Call it before registering the
 * routes of a scope.
 * @param reject sends the error in the API's format; `Allow` is already set
 * @returns a function to call after the routes are registered
 */
export function rejectOtherMethods(app: FastifyInstance, reject: Reject): () => void {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, prefix }) => {
    // Ignore the CORS preflight route; it matches every URL.
    if (method === 'OPTIONS') return;
    const path = url.slice(prefix.length);
    const methods = methodsByUrl.get(path) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(path, methods);
  });
  return () => {
    for (const [url, allowed] of [...methodsByUrl]) {
      const allow = [...allowed].sort().join(', ');
      app.route({
        method: app.supportedMethods.filter((method) => !allowed.has(method)),
        url,
        exposeHeadRoute: false,
        // Before the body is parsed, because it makes no difference.
        onRequest: async (request, reply) => {
          reply.header('allow', allow);
          await reject(request, reply, allow);
          return reply;
        },
        handler: () => undefined,
      });
    }
  };
}
