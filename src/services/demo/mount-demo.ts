import type { FastifyInstance } from 'fastify';
import type { Foundations } from '../compose/foundations.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { simulator } from './simulator/simulator.ts';

/** Mounts what only the demo has, under /demo (OPERATING.md, Addresses). */
export async function mountDemo(
  server: FastifyInstance,
  { storage: { db }, clock, encryption }: Foundations,
): Promise<void> {
  await server.register(
    async (app) => {
      outboxRoutes(app, { db, encryption });
      await app.register(async (scope) => simulator(scope, { db, clock }), { prefix: '/loyalty' });
    },
    { prefix: '/demo' },
  );
}
