import type { FastifyRequest } from 'fastify';
import {
  authorizeTeamMember,
  requireNetwork,
  type TeamAuthorizationDependencies,
  type TeamRequirements,
} from '#services/advocacy/authorization.ts';
import { updateContext } from '#services/platform/context.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import { forbidden, unauthorized } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { secretPrefix } from '#services/platform/secrets/generate-secret.ts';
import { findExportToken, recordUse } from './export-tokens.ts';

/**
 * Authorizes an export token of the team in the path, or else a user by `authorizeTeamMember`. Only lists and files of
 * a team's logs use it: for all else, a token is an invalid access token.
 * @throws {JsonApiError} 401, 403, 404
 */
export async function authorizeLogReader(
  { db, clock }: TeamAuthorizationDependencies,
  endpoint: TeamRequirements,
  request: FastifyRequest,
): Promise<{ teamId: number }> {
  const token = parseBearerToken(request.headers.authorization);
  if (!token?.startsWith(secretPrefix('export_token'))) {
    return authorizeTeamMember({ db, clock }, endpoint, request);
  }
  const found = await findExportToken(db, token, clock.now());
  if (!found) throw unauthorized();
  const { id, name, networks } = found;
  // Neither another token nor an API key has this ID.
  updateContext({ actor: { kind: 'client', id: `export_token_${id}`, name } });
  const teamId = getIntegerParam(request, 'team_id');
  if (teamId !== found.teamId) throw forbidden('This export token is not of this team.');
  requireNetwork(networks ?? [], request.ip);
  updateContext({ teamId });
  await recordUse(db, found, clock.now());
  return { teamId };
}
