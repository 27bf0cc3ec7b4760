import type { FastifyInstance } from 'fastify';
import { speakJsonApi } from '../platform/json-api/json-api.ts';
import { serveConsole } from './console/serve-console.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { loyaltyRoutes } from './loyalty/loyalty-routes.ts';

/** The gateway: the built console, its configuration, and the team's loyalty API under /gateway. */
export async function gateway(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
): Promise<void> {
  await app.register(
    async (scope) => {
      const refuseOtherMethods = speakJsonApi(scope);
      loyaltyRoutes(scope, dependencies);
      refuseOtherMethods();
    },
    { prefix: '/gateway' },
  );
  await serveConsole(app, dependencies);
}
