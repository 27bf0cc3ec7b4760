import type { FastifyInstance } from 'fastify';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import type { SharedDependencies } from '#services/compose/dependencies.ts';
import { outboxChannels } from '#services/platform/messages/message-transports.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import { simulatorRoutes } from './simulator/simulator.ts';

/** Mounts the outbox, the demo networks and the simulator under /demo (operating.md, Addresses). */
export async function mountDemo(
  server: FastifyInstance,
  { environment, storage: { db }, clock, encryption, publicUrl }: SharedDependencies,
): Promise<void> {
  await server.register(
    async (app) => {
      outboxRoutes(app, { db, encryption, channels: outboxChannels(environment) });
      const advocacyUrl = `${publicUrl}${ADVOCACY_PATH}`;
      await app.register(async (scope) => providerRoutes(scope, { clock, advocacyUrl }));
      await app.register(async (scope) => simulatorRoutes(scope, { db, clock }), {
        prefix: '/loyalty',
      });
    },
    { prefix: '/demo' },
  );
}
