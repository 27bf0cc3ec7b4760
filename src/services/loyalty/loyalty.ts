import type { FastifyInstance } from 'fastify';
import { activitiesRoutes } from './activities/activities-routes.ts';
import type { LoyaltyDependencies } from './dependencies.ts';
import { registerLoyaltyApi } from './http/register-loyalty-api.ts';
import { readMembersRoutes } from './members/read-members-routes.ts';
import { writeMembersRoutes } from './members/write-members-routes.ts';
import { pointsRoutes } from './points/points-routes.ts';

/** The loyalty service's Admin API; mount it at {loyalty_base_url}, which includes the version. */
export async function loyalty(
  app: FastifyInstance,
  dependencies: LoyaltyDependencies,
): Promise<void> {
  const rejectOtherMethods = registerLoyaltyApi(app);
  readMembersRoutes(app, dependencies);
  writeMembersRoutes(app, dependencies);
  activitiesRoutes(app, dependencies);
  pointsRoutes(app, dependencies);
  rejectOtherMethods();
}
