import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What is known about the request that the current code runs for. */
export interface RequestContext {
  requestId: string;
  ip: string;
  userAgent: string | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** The context of the current request; undefined in workers and commands. */
export function findRequestContext(): RequestContext | undefined {
  return contexts.getStore();
}

/** Makes each request's context available to everything that runs for it. */
export function provideRequestContext(server: FastifyInstance): void {
  const byRequest = new WeakMap<FastifyRequest, RequestContext>();
  server.addHook('onRequest', (request, _reply, done) => {
    const context = {
      requestId: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    };
    byRequest.set(request, context);
    contexts.run(context, done);
  });
  // A body's last chunk arrives in the context of the connection, which may be another request's.
  server.addHook('preValidation', (request, _reply, done) => {
    const context = byRequest.get(request);
    if (context) contexts.run(context, done);
    else done();
  });
}
