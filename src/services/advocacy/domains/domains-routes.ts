import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createDomain,
  deleteDomain,
  getDomain,
  listDomains,
  updateDomain,
} from '#contract/advocacy/domains.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { authorizeTeamMember, type TeamCaller } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import { listLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { createDomainAuthorization } from './domain-authorization.ts';
import { type DomainNamePolicy, toDomainName } from './domain-name.ts';
import {
  insertDomain,
  listSharedDomains,
  removeDomain,
  setDefaultExperience,
  toDomain,
} from './domains.ts';
import type { DomainRow } from './domains-table.ts';
import { listExperiences, toExperience } from './experiences.ts';
import type { RequiredRecords } from './records/required-records.ts';

interface DomainPolicy extends DomainNamePolicy {
  /** Wait before the first request for a certificate: how long a new domain is pending at least. */
  certificateDelaySeconds: number;
}

export interface DomainsDependencies extends ServiceDependencies {
  domainPolicy: DomainPolicy;
  requiredRecords: RequiredRecords;
}

/** A team's domains that are shared with the caller's role (advocacy.md, Endpoints). */
export function domainsRoutes(app: FastifyInstance, dependencies: DomainsDependencies): void {
  const { db, baseUrl, domainPolicy } = dependencies;
  const authorize = (endpoint: Endpoint) => (request: FastifyRequest) =>
    authorizeTeamMember(dependencies, endpoint, request);

  const authorizeDomain = createDomainAuthorization(dependencies);

  const include = async (
    paths: readonly string[] | undefined,
    caller: TeamCaller,
    rows: readonly DomainRow[],
  ) => {
    if (paths === undefined) return {};
    const ids = paths.includes('default_experience')
      ? rows.flatMap(({ defaultExperienceId }) => defaultExperienceId ?? [])
      : [];
    const experiences = await listExperiences(db, caller, [...new Set(ids)]);
    return { included: experiences.map((row) => toExperience(row, baseUrl)) };
  };

  registerOperation(app, listDomains, {
    authorize: authorize(listDomains),
    handle: async ({ authorized: caller, query, request }) => {
      const rows = await listSharedDomains(db, caller);
      return {
        data: rows.map((row) => toDomain(row, baseUrl)),
        links: listLinks(new URL(request.originalUrl, baseUrl).href),
        ...(await include(query.include, caller, rows)),
      };
    },
  });

  registerOperation(app, createDomain, {
    authorize: authorize(createDomain),
    handle: async ({ authorized: caller, body }) => {
      const name = toDomainName(body.data.attributes.name, domainPolicy);
      if (name === undefined) {
        throw invalidAttribute('name', 'Enter a public domain such as www.example.com.');
      }
      const { certificateDelaySeconds } = domainPolicy;
      const row = await insertDomain(dependencies, caller, { name, certificateDelaySeconds });
      return { data: toDomain(row, baseUrl) };
    },
  });

  registerOperation(app, getDomain, {
    authorize: authorizeDomain(getDomain),
    handle: async ({ authorized: { caller, domain }, query }) => ({
      data: toDomain(domain, baseUrl),
      ...(await include(query.include, caller, [domain])),
    }),
  });

  registerOperation(app, updateDomain, {
    authorize: authorizeDomain(updateDomain),
    handle: async ({ authorized: { domain }, body }) => {
      const { name, default_experience_id: experienceId } = body.data.attributes;
      if (name !== undefined && toDomainName(name, domainPolicy) !== domain.name) {
        throw invalidAttribute('name', 'A domain cannot be renamed. Add another domain instead.');
      }
      const row =
        experienceId === undefined
          ? domain
          : await setDefaultExperience(dependencies, domain, experienceId);
      return { data: toDomain(row, baseUrl) };
    },
  });

  registerOperation(app, deleteDomain, {
    authorize: authorizeDomain(deleteDomain),
    handle: async ({ authorized: { domain } }) => {
      await removeDomain(db, domain);
      return undefined;
    },
  });
}
