import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { createApiKey, getProgram, listApiKeys, revokeApiKey } from '#contract/program/program.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { gatewayOperation } from '#services/gateway/gateway-operation.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, notFound, stepUpRequired } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

/** The team's program and its keys, where its loyalty service is ours (decisions.md, 62). */
export function programRoutes(
  app: FastifyInstance,
  dependencies: GatewayDependencies & { programs: ProgramManagement },
): void {
  const { db, programs, authorizeAdministrator } = dependencies;

  gatewayOperation(app, dependencies, getProgram, async ({ teamId }) => ({
    data: await programs.getProgram(await getOwnPartnerId(db, teamId)),
  }));

  // Roles aren't known here.
  if (!authorizeAdministrator) return;
  const authorize = (endpoint: Endpoint) =>
    createAuthorization({ ...dependencies, authorizeAdministrator }, endpoint);

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
      if (found.used_by_console) {
        throw errorResponse(422, {
          detail: 'The console itself uses this key. It is replaced with `connections rotate`.',
        });
      }
      await programs.revokeApiKey(partnerId, Number(found.id));
      return undefined;
    },
  });
}

interface ProgramAdministrator {
  teamId: number;
  partnerId: string;
}

interface AdministratorDependencies extends Pick<GatewayDependencies, 'db' | 'hasIdToken'> {
  authorizeAdministrator: NonNullable<GatewayDependencies['authorizeAdministrator']>;
}

/**
 * Requires an administrator of a team with a program of this deployment, and the id_token where the
 * endpoint does.
 */
function createAuthorization(
  { db, authorizeAdministrator, hasIdToken }: AdministratorDependencies,
  endpoint: Endpoint,
) {
  return async (request: FastifyRequest): Promise<ProgramAdministrator> => {
    const { teamId } = await authorizeAdministrator(request, endpoint);
    if (endpoint.stepUp && !(await hasIdToken?.(request))) throw stepUpRequired();
    return { teamId, partnerId: await getOwnPartnerId(db, teamId) };
  };
}

/** @throws {JsonApiError} 404 if the team has no program, or one of another loyalty service */
async function getOwnPartnerId(db: Queries, teamId: number): Promise<string> {
  const [connection] = await db
    .select({ partnerId: loyaltyConnections.partnerId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.teamId, teamId), isNull(loyaltyConnections.baseUrl)));
  if (!connection) {
    throw errorResponse(404, { detail: 'This team has no loyalty program that is managed here.' });
  }
  return connection.partnerId;
}

/** Reports an invalid value, whose message begins with its name, as one of the body. */
async function mapOperatorErrors<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const [, name, detail = error.message] = /^(\w+): (.*)$/s.exec(error.message) ?? [];
    const source = name === undefined ? {} : { source: { pointer: `/${name}` } };
    throw errorResponse(422, { detail: `${detail}.`, ...source });
  }
}
