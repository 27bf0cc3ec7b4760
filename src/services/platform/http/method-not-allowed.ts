import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Reject = (request: FastifyRequest, reply: FastifyReply, allow: string) => unknown;

/**
 * Answers 405 with `Allow` where an address exists but not for the method. Call it before the
 * routes of the scope are registered; the missing methods are added once all of them are known.
 * @param reject sends the refusal in the API's own shape; `Allow` is set already.
 */
export function rejectOtherMethods(app: FastifyInstance, reject: Reject): () => void {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, prefix }) => {
    // What answers preflights stands at every address, and makes none.
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
        schema: { hide: true },
        // Before the body is looked at: nothing that is sent can change this answer.
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
