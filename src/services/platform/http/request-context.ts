import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, runInContext } from '#services/platform/context.ts';

const byRequest = new WeakMap<FastifyRequest, Context>();

/** The context of a request, for hooks that run outside of it. */
export function contextOf(request: FastifyRequest): Context {
  return byRequest.get(request) ?? {};
}

/** Makes each request's context available to everything that runs for it. */
export function provideRequestContext(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { 'user-agent': userAgent, traceparent } = request.headers;
    const context: Context = {
      requestId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      ip: request.ip,
      userAgent,
    };
    byRequest.set(request, context);
    runInContext(context, done);
  });
  // A body's last chunk arrives in the context of the connection, which may be another request's.
  server.addHook('preValidation', (request, _reply, done) =>
    runInContext(contextOf(request), done),
  );
}
