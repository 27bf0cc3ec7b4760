import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { authorizeTeamMember, type TeamCaller } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { forbidden, notFound } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { findDomain } from './domains.ts';
import type { DomainRow } from './domains-table.ts';

interface AuthorizedDomain {
  caller: TeamCaller;
  domain: DomainRow;
}

export function createDomainAuthorization(dependencies: ServiceDependencies) {
  return (endpoint: Endpoint) =>
    /** 404 when the team has no such domain, 403 when it isn't shared with the caller's role. */
    async (request: FastifyRequest): Promise<AuthorizedDomain> => {
      const caller = await authorizeTeamMember(dependencies, endpoint, request);
      const domainId = getIntegerParam(request, 'domain_id');
      const found = await findDomain(dependencies.db, caller, domainId);
      if (!found) throw notFound();
      if (!found.isShared) throw forbidden('This domain is not shared with your role.');
      return { caller, domain: found.domain };
    };
}
