import type { FastifyInstance } from 'fastify';

/** /healthz: the process is alive. /readyz: it can serve, that is, it reaches its database. */
export function registerHealthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await ping();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database can not be reached');
      return reply.code(503).send({ status: 'the database can not be reached' });
    }
  });
}
