import type { FastifyInstance } from 'fastify';
import { speakJsonApi } from '../platform/json-api/json-api.ts';
import { authenticationFactorsRoutes } from './authentication-factors/authentication-factors-routes.ts';
import type { AdvocacyDependencies } from './dependencies.ts';

/** The advocacy service: OAuth and, under /v2, the JSON:API resources. Mount it at {base_url}. */
export async function advocacy(
  app: FastifyInstance,
  dependencies: AdvocacyDependencies,
): Promise<void> {
  const refuseOtherMethods = speakJsonApi(app);
  authenticationFactorsRoutes(app, dependencies);
  refuseOtherMethods();
}
