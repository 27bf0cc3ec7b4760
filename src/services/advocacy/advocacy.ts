import type { FastifyInstance } from 'fastify';
import { speakJsonApi } from '../platform/json-api/json-api.ts';
import type { AdvocacyDependencies } from './dependencies.ts';

/** The advocacy service: OAuth and, under /v2, the JSON:API resources. Mount it at {base_url}. */
export async function advocacy(
  app: FastifyInstance,
  _dependencies: AdvocacyDependencies,
): Promise<void> {
  const refuseOtherMethods = speakJsonApi(app);
  refuseOtherMethods();
}
