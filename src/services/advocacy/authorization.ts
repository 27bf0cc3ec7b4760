import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Rule } from '#contract/json-api.ts';
import {
  allowsOperation,
  type EffectiveRole,
  getOperation,
  isChange,
} from '#contract/roles/allows.ts';
import { updateContext } from '#services/platform/context.ts';
import {
  forbidden,
  ruleNotMet,
  stepUpRequired,
  unauthorized,
} from '#services/platform/json-api/errors.ts';
import {
  findIntegerParam,
  getIntegerParam,
} from '#services/platform/json-api/get-integer-param.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { isFirstPartyClient } from './oauth/clients/console-client.ts';
import {
  authenticate,
  authenticateInTeam,
  type Caller,
  type Membership,
} from './oauth/tokens/bearer.ts';
import type { IdTokens } from './oauth/tokens/id-token.ts';
import { findUnmetRule, isInNetworks, type TeamUse } from './teams/unmet-rule.ts';

export type TeamAuthorizationDependencies = Pick<ServiceDependencies, 'db' | 'clock'>;

export interface AuthorizationDependencies extends TeamAuthorizationDependencies {
  idTokens: IdTokens;
}

/** A caller who is a member of the team in the path. */
export interface TeamCaller extends Caller, Membership {
  teamId: number;
}

/** Requirements of an endpoint for an access token. */
type TokenRequirements = Pick<Endpoint, 'scope' | 'firstParty'>;

/** An operation on a team, whose scope is that of the table. */
export interface TeamRequirements {
  id: string;
  firstParty?: boolean;
}

/**
 * Requires the endpoint's scope and client and, for step-up endpoints, a valid id_token.
 * @throws {JsonApiError} 401, 403
 */
export async function authorizeUser(
  { db, clock, idTokens }: AuthorizationDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const { caller } = await authenticateFor({ db, clock }, endpoint, request, undefined);
  if (endpoint.stepUp) await requireStepUp({ idTokens }, caller, request);
  return caller;
}

/** @throws {JsonApiError} 403 without a valid id_token of the caller */
export async function requireStepUp(
  { idTokens }: Pick<AuthorizationDependencies, 'idTokens'>,
  caller: Caller,
  request: FastifyRequest,
): Promise<void> {
  if (!(await isConfirmed(idTokens, caller, request))) throw stepUpRequired();
}

/** Whether the request has a valid id_token of its caller. */
export async function hasIdToken(
  { db, clock, idTokens }: AuthorizationDependencies,
  request: FastifyRequest,
): Promise<boolean> {
  const caller = await authenticate(db, clock, request.headers.authorization);
  return caller !== undefined && isConfirmed(idTokens, caller, request);
}

async function isConfirmed(
  idTokens: IdTokens,
  caller: Caller,
  request: FastifyRequest,
): Promise<boolean> {
  const { id_token: idToken } = request.query as { id_token?: unknown };
  return typeof idToken === 'string' && idTokens.verify(idToken, caller);
}

/**
 * Requires the endpoint's scope, membership of the team in the path, a session that meets the team's rules, and a role
 * that allows the operation by the table of `contract`. Another team's id and an unknown one get the same response
 * (decisions.md, 7, 13, 67 and 68).
 * @throws {JsonApiError} 401, 403, and 404 for a team id that is not an integer
 */
export async function authorizeTeamMember(
  { db, clock }: TeamAuthorizationDependencies,
  endpoint: TeamRequirements,
  request: FastifyRequest,
): Promise<TeamCaller> {
  const { id } = endpoint;
  const requirements = { ...endpoint, scope: getOperation(id).scope };
  const found = findIntegerParam(request, 'team_id');
  const { caller, membership } = await authenticateFor({ db, clock }, requirements, request, found);
  const teamId = getIntegerParam(request, 'team_id');
  if (!membership) throw forbidden('You do not belong to this team.');
  requireRules(membership, { proof: caller.proof, ip: request.ip, now: clock.now() });
  requireRole(membership.role, id);
  updateContext({ teamId });
  return { ...caller, teamId, ...membership };
}

const OUTSIDE_NETWORKS = 'This team can only be used from networks that its administrators allow.';

/** @throws {JsonApiError} 403 for an address outside of the networks of a team */
export function requireNetwork(networks: readonly string[], ip: string): void {
  if (!isInNetworks(ip, networks)) throw ruleNotMet('network', OUTSIDE_NETWORKS);
}

/** @throws {JsonApiError} 403 with the rule that isn't met */
function requireRules({ rules, joinedAt }: Membership, use: Omit<TeamUse, 'joinedAt'>): void {
  const rule = findUnmetRule(rules, { ...use, joinedAt });
  if (!rule) return;
  const details: Record<Rule, string> = {
    network: OUTSIDE_NETWORKS,
    session: 'You signed in longer ago than this team allows. Sign in again to use it.',
    second_step: 'This team requires a second step. Add one on your Security page.',
  };
  throw ruleNotMet(rule, details[rule]);
}

/**
 * @throws {JsonApiError} 403 if the role doesn't allow the operation
 */
function requireRole(role: EffectiveRole, id: string): void {
  if (allowsOperation(role, id)) return;
  if (isChange(id) && (role.kind === 'viewer' || role.isReadOnly)) {
    throw forbidden('You have view-only access to this team.');
  }
  const { least } = getOperation(id);
  throw forbidden(
    least === 'administrator'
      ? 'Only administrators of this team can do this.'
      : 'Support agents can view this but not change it. Ask a manager or an administrator of this team.',
  );
}

/** @param teamId the team whose membership is read in the same query */
async function authenticateFor(
  { db, clock }: TeamAuthorizationDependencies,
  { scope, firstParty }: TokenRequirements,
  request: FastifyRequest,
  teamId: number | undefined,
) {
  const found = await authenticateInTeam(db, clock, request.headers.authorization, teamId);
  if (!found) throw unauthorized();
  const { userId, name, clientId, scopes } = found.caller;
  updateContext({ actor: { kind: 'user', id: String(userId), name }, clientId });
  if (scope && !scopes.has(scope)) {
    throw forbidden(`The access token lacks the scope ${scope}.`);
  }
  if (firstParty && !isFirstPartyClient(clientId)) {
    throw forbidden('Only the Patron console can do this, and no other application.');
  }
  return found;
}
