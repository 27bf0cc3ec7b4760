import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, stepUpRequired } from '#services/platform/json-api/errors.ts';
import { ConflictError, OperatorError } from '#services/platform/operator-error.ts';

export interface ProgramAdministrator {
  teamId: number;
  partnerId: string;
}

export type AdministratorDependencies = Pick<
  GatewayDependencies,
  'db' | 'hasIdToken' | 'authorizeTeamMember'
>;

/**
 * Requires an administrator of a team with a program of this deployment, and the id_token where the
 * endpoint does.
 */
export function createAuthorization(
  { db, authorizeTeamMember, hasIdToken }: AdministratorDependencies,
  endpoint: Endpoint,
) {
  return async (request: FastifyRequest): Promise<ProgramAdministrator> => {
    const { teamId } = await authorizeTeamMember(request, endpoint);
    if (endpoint.stepUp && !(await hasIdToken?.(request))) throw stepUpRequired();
    return { teamId, partnerId: await getOwnPartnerId(db, teamId) };
  };
}

/** @throws {JsonApiError} 404 if the team has no program, or one of another loyalty service */
export async function getOwnPartnerId(db: Queries, teamId: number): Promise<string> {
  const [connection] = await db
    .select({ partnerId: loyaltyConnections.partnerId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.teamId, teamId), isNull(loyaltyConnections.baseUrl)));
  if (!connection) {
    throw errorResponse(404, { detail: 'This team has no loyalty program that is managed here.' });
  }
  return connection.partnerId;
}

/** Reports a conflict, or an invalid value, whose message begins with its name, as one of the body. */
export async function mapOperatorErrors<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error instanceof ConflictError) throw errorResponse(409, { detail: `${error.message}.` });
    const [, name, detail = error.message] = /^(\w+): (.*)$/s.exec(error.message) ?? [];
    const source = name === undefined ? {} : { source: { pointer: `/${name}` } };
    throw errorResponse(422, { detail: `${detail}.`, ...source });
  }
}
