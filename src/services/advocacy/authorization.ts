import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { forbidden, stepUpRequired, unauthorized } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import type { AdvocacyDependencies } from './dependencies.ts';
import { authenticate, type Caller } from './oauth/tokens/bearer.ts';
import { memberships, roles } from './teams/teams-table.ts';

type Dependencies = Pick<AdvocacyDependencies, 'db' | 'clock' | 'idTokens'>;

/** A caller in a team that they belong to. */
export interface TeamCaller extends Caller {
  teamId: number;
  roleId: number;
  canWrite: boolean;
}

/**
 * Admits a caller with the endpoint's scope and, where it asks for one, a valid id_token.
 * @throws {JsonApiError} 401, 403
 */
export async function authorizeUser(
  { db, clock, idTokens }: Dependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await authenticateWithScope({ db, clock }, { scope: endpoint.scope }, request);
  if (endpoint.stepUp) {
    const { id_token: idToken } = request.query as { id_token?: unknown };
    if (typeof idToken !== 'string' || !(await idTokens.verify(idToken, caller))) {
      throw stepUpRequired();
    }
  }
  return caller;
}

/**
 * Admits a caller with the endpoint's scope who belongs to the team in the path and whose role there
 * may do what the scope says. A foreign and an unknown team look the same (decisions.md, 7 and 13).
 * @throws {JsonApiError} 401, 403, and 404 for a team id that is no integer
 */
export async function authorizeTeamMember(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { scope }: { scope?: string },
  request: FastifyRequest,
): Promise<TeamCaller> {
  const caller = await authenticateWithScope({ db, clock }, { scope }, request);
  const teamId = getIntegerParam(request, 'team_id');
  const [membership] = await db
    .select({ roleId: roles.id, canWrite: roles.canWrite })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.userId, caller.userId), eq(memberships.teamId, teamId)));
  if (!membership) throw forbidden('You do not belong to this team.');
  if (scope?.endsWith(':write') && !membership.canWrite) {
    throw forbidden('Your role in this team only reads.');
  }
  return { ...caller, teamId, ...membership };
}

async function authenticateWithScope(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { scope }: { scope: string | undefined },
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await authenticate(db, clock, request.headers.authorization);
  if (!caller) throw unauthorized();
  if (scope !== undefined && !caller.scopes.has(scope)) {
    throw forbidden(`The access token lacks the scope ${scope}.`);
  }
  return caller;
}
