import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { createApiKey, getProgram, listApiKeys, revokeApiKey } from '#contract/program/program.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { createAuthorization, getOwnPartnerId, mapOperatorErrors } from './authorize-program.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The team's program and its keys, where its loyalty service is ours (decisions.md, 62). */
export function programRoutes(
  app: FastifyInstance,
  dependencies: GatewayDependencies & { programs: ProgramManagement },
): void {
  const { db, programs, authorizeAdministrator } = dependencies;

  registerForTeam(app, dependencies, getProgram, async ({ teamId }) => ({
    data: await programs.getProgram(await getOwnPartnerId(db, teamId)),
  }));

  // Roles aren't known here.
  if (!authorizeAdministrator) return;
  const authorize = (endpoint: Endpoint) =>
    createAuthorization({ ...dependencies, authorizeAdministrator }, endpoint);
  webhookRoutes(app, { ...dependencies, authorizeAdministrator });

  registerJsonOperation(app, listApiKeys, {
    authorize: authorize(listApiKeys),
    handle: async ({ authorized: { partnerId } }) => ({
      data: await programs.listApiKeys(partnerId),
    }),
  });

  registerJsonOperation(app, createApiKey, {
    authorize: authorize(createApiKey),
    handle: async ({ authorized: { partnerId }, body }) => ({
      data: await mapOperatorErrors(() => programs.createApiKey(partnerId, body.name)),
    }),
  });

  registerJsonOperation(app, revokeApiKey, {
    authorize: authorize(revokeApiKey),
    async find({ authorized: { partnerId }, params }) {
      const key = await programs.findApiKey(partnerId, Number(params.key_id));
      if (!key) throw notFound();
      return key;
    },
    async handle({ authorized: { partnerId }, found }) {
      await mapOperatorErrors(() => programs.revokeApiKey(partnerId, Number(found.id)));
      return undefined;
    },
  });
}
