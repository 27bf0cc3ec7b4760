import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  createApiKey,
  getProgram,
  listApiKeys,
  listPendingPoints,
  revokeApiKey,
} from '#contract/program/program.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { invalidCursor, toPage } from '#services/platform/json-api/page.ts';
import { parseTimeCursor, toTimeCursor } from '#services/platform/json-api/time-cursor.ts';
import { createAuthorization, getOwnPartnerId, mapOperatorErrors } from './authorize-program.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The team's program and its keys, where its loyalty service is ours (decisions.md, 62). */
export function programRoutes(
  app: FastifyInstance,
  dependencies: GatewayDependencies & { programs: ProgramManagement },
): void {
  const { db, programs } = dependencies;

  registerForTeam(app, dependencies, getProgram, async ({ teamId }) => ({
    data: await programs.getProgram(await getOwnPartnerId(db, teamId)),
  }));

  registerForTeam(app, dependencies, listPendingPoints, async ({ teamId, query }) => {
    const { start_cursor: cursor, count } = query;
    const before = cursor === undefined ? undefined : (parseTimeCursor(cursor) ?? invalidCursor());
    const partnerId = await getOwnPartnerId(db, teamId);
    return toPage({
      ...(await programs.listPendingPoints(partnerId, { before, limit: count + 1 })),
      count,
      cursorOf: ({ id, since }) => toTimeCursor({ at: since, id }),
      toDocument: (points) => points,
    });
  });

  if (!dependencies.knowsRoles) return;
  const authorize = (endpoint: Endpoint) => createAuthorization(dependencies, endpoint);
  webhookRoutes(app, dependencies);

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
