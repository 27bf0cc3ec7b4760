import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { authorizeTeamMember, type TeamCaller } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { findAccount } from './accounts-store.ts';
import type { AccountRow } from './accounts-table.ts';

/**
 * Authorizes a team member for the account in the path.
 * @throws {JsonApiError} 401, 403, 404
 */
export async function authorizeAccount(
  dependencies: Pick<ServiceDependencies, 'db' | 'clock'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ caller: TeamCaller; account: AccountRow }> {
  const caller = await authorizeTeamMember(dependencies, endpoint, request);
  const accountId = getIntegerParam(request, 'account_id');
  const account = await findAccount(dependencies.db, caller.teamId, accountId);
  if (!account) throw notFound();
  return { caller, account };
}
