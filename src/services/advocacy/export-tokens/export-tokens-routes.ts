import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  createExportToken as createEndpoint,
  deleteExportToken as deleteEndpoint,
  listExportTokens as listEndpoint,
} from '#contract/people/export-tokens.ts';
import {
  type AuthorizationDependencies,
  authorizeTeamMember,
  requireStepUp,
} from '#services/advocacy/authorization.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { createExportToken, deleteExportToken, listExportTokens } from './export-tokens.ts';

/** The export tokens of a team, for its administrators (decisions.md, 68). Part of the people API. */
export function exportTokensRoutes(
  app: FastifyInstance,
  dependencies: AuthorizationDependencies,
): void {
  const { db, clock } = dependencies;
  const authorize = (endpoint: Endpoint) => async (request: FastifyRequest) => {
    const caller = await authorizeTeamMember(dependencies, endpoint, request);
    if (endpoint.stepUp) await requireStepUp(dependencies, caller, request);
    return caller;
  };

  registerJsonOperation(app, listEndpoint, {
    authorize: authorize(listEndpoint),
    handle: async ({ authorized: { teamId } }) => ({ data: await listExportTokens(db, teamId) }),
  });

  registerJsonOperation(app, createEndpoint, {
    authorize: authorize(createEndpoint),
    handle: async ({ authorized: { teamId }, body }) => ({
      data: await createExportToken(db, teamId, body, clock.now()),
    }),
  });

  registerJsonOperation(app, deleteEndpoint, {
    authorize: authorize(deleteEndpoint),
    async handle({ authorized: { teamId }, params }) {
      if (!(await deleteExportToken(db, teamId, Number(params.token_id)))) throw notFound();
      return undefined;
    },
  });
}
