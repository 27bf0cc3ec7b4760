import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { USER_SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { updateContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { forbidden, stepUpRequired, unauthorized } from '#services/platform/json-api/errors.ts';
import {
  findIntegerParam,
  getIntegerParam,
} from '#services/platform/json-api/get-integer-param.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { authenticateInTeam, type Caller, type Membership } from './oauth/tokens/bearer.ts';
import type { IdTokens } from './oauth/tokens/id-token.ts';
import { memberships, roles } from './teams/teams-table.ts';

type TeamAuthorizationDependencies = Pick<ServiceDependencies, 'db' | 'clock'>;

export interface AuthorizationDependencies extends TeamAuthorizationDependencies {
  idTokens: IdTokens;
}

/** A caller who is a member of the team in the path. */
export interface TeamCaller extends Caller, Membership {
  teamId: number;
}

/**
 * Requires the endpoint's scope and, for step-up endpoints, a valid id_token.
 * @throws {JsonApiError} 401, 403
 */
export async function authorizeUser(
  { db, clock, idTokens }: AuthorizationDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const { scope } = endpoint;
  const { caller } = await authenticateWithScope({ db, clock }, { scope }, request, undefined);
  if (endpoint.stepUp) await requireStepUp({ idTokens }, caller, request);
  return caller;
}

/** @throws {JsonApiError} 403 without a valid id_token of the caller */
export async function requireStepUp(
  { idTokens }: Pick<AuthorizationDependencies, 'idTokens'>,
  caller: Caller,
  request: FastifyRequest,
): Promise<void> {
  const { id_token: idToken } = request.query as { id_token?: unknown };
  if (typeof idToken !== 'string' || !(await idTokens.verify(idToken, caller))) {
    throw stepUpRequired();
  }
}

const userScopes: ReadonlySet<string> = new Set(USER_SCOPES);

/**
 * Requires the endpoint's scope, membership of the team in the path and, for `:write` scopes of the
 * team, a role that can write. Another team's id and an unknown one get the same response (decisions.md, 7 and 13).
 * @throws {JsonApiError} 401, 403, and 404 for a team id that is not an integer
 */
export async function authorizeTeamMember(
  { db, clock }: TeamAuthorizationDependencies,
  { scope }: { scope?: string | undefined },
  request: FastifyRequest,
): Promise<TeamCaller> {
  const found = findIntegerParam(request, 'team_id');
  const { caller, membership } = await authenticateWithScope(
    { db, clock },
    { scope },
    request,
    found,
  );
  const teamId = getIntegerParam(request, 'team_id');
  if (!membership) throw forbidden('You do not belong to this team.');
  const isTeamWrite = scope?.endsWith(':write') && !userScopes.has(scope);
  if (isTeamWrite && !membership.canWrite) {
    throw forbidden('You have view-only access to this team.');
  }
  updateContext({ teamId });
  return { ...caller, teamId, ...membership };
}

/** Whether a user is a member of a team with a role that can write. */
export async function canWriteInTeam(
  db: Queries,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<boolean> {
  const [membership] = await db
    .select({ canWrite: roles.canWrite })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.userId, userId), eq(memberships.teamId, teamId)));
  return membership?.canWrite ?? false;
}

/**
 * Like `authorizeTeamMember`, and requires a role that can administer.
 * @throws {JsonApiError} 401, 403, 404
 */
export async function authorizeTeamAdministrator(
  dependencies: TeamAuthorizationDependencies,
  endpoint: { scope?: string | undefined },
  request: FastifyRequest,
): Promise<TeamCaller> {
  const caller = await authorizeTeamMember(dependencies, endpoint, request);
  if (!caller.canAdminister) throw forbidden('Only administrators of this team can do this.');
  return caller;
}

/** @param teamId the team whose membership is read in the same query */
async function authenticateWithScope(
  { db, clock }: TeamAuthorizationDependencies,
  { scope }: { scope: string | undefined },
  request: FastifyRequest,
  teamId: number | undefined,
) {
  const found = await authenticateInTeam(db, clock, request.headers.authorization, teamId);
  if (!found) throw unauthorized();
  const { userId, name, clientId, scopes } = found.caller;
  updateContext({ actor: { kind: 'user', id: String(userId), name }, clientId });
  if (scope !== undefined && !scopes.has(scope)) {
    throw forbidden(`The access token lacks the scope ${scope}.`);
  }
  return found;
}
