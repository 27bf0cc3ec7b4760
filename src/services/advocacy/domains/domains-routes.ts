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
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { forbidden, invalidAttribute, notFound } from '#services/platform/json-api/errors.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { listLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { toDomain } from './domain-document.ts';
import { toDomainName } from './domain-name.ts';
import {
  findDomain,
  insertDomain,
  listSharedDomains,
  removeDomain,
  setDefaultExperience,
} from './domains-store.ts';
import type { DomainRow } from './domains-table.ts';
import { listExperiences } from './experiences-store.ts';

/** Domains of a team, as far as they are shared with the caller's role (advocacy.md, Endpoints). */
export function domainsRoutes(app: FastifyInstance, dependencies: AdvocacyDependencies): void {
  const { db, baseUrl } = dependencies;
  const admit = (endpoint: Endpoint) => (request: FastifyRequest) =>
    authorizeTeamMember(dependencies, endpoint, request);

  /** Admits to a domain of the team: 404 where there is none, 403 where the role has no access. */
  const admitToDomain = (endpoint: Endpoint) => async (request: FastifyRequest) => {
    const caller = await authorizeTeamMember(dependencies, endpoint, request);
    const found = await findDomain(db, caller, getIntegerParam(request, 'domain_id'));
    if (!found) throw notFound();
    if (!found.isShared) throw forbidden('This domain is not shared with your role.');
    return { caller, domain: found.domain };
  };

  /** `included` where it was asked for. */
  const include = async (
    paths: readonly string[] | undefined,
    caller: TeamCaller,
    rows: readonly DomainRow[],
  ) => {
    if (paths === undefined) return {};
    const wanted = paths.includes('default_experience')
      ? rows.flatMap(({ defaultExperienceId }) => defaultExperienceId ?? [])
      : [];
    return { included: await listExperiences(dependencies, caller, [...new Set(wanted)]) };
  };

  registerOperation(app, listDomains, {
    authorize: admit(listDomains),
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
    authorize: admit(createDomain),
    handle: async ({ authorized: caller, body }) => {
      const name = toDomainName(body.data.attributes.name, dependencies);
      if (name === undefined) {
        throw invalidAttribute('name', 'Enter a public host name such as www.example.com.');
      }
      return { data: toDomain(await insertDomain(dependencies, caller, name), baseUrl) };
    },
  });

  registerOperation(app, getDomain, {
    authorize: admitToDomain(getDomain),
    handle: async ({ authorized: { caller, domain }, query }) => ({
      data: toDomain(domain, baseUrl),
      ...(await include(query.include, caller, [domain])),
    }),
  });

  registerOperation(app, updateDomain, {
    authorize: admitToDomain(updateDomain),
    handle: async ({ authorized: { domain }, body }) => {
      const { name, default_experience_id: experienceId } = body.data.attributes;
      if (name !== undefined && toDomainName(name, dependencies) !== domain.name) {
        throw invalidAttribute('name', 'A domain keeps its name; add another domain instead.');
      }
      const row =
        experienceId === undefined
          ? domain
          : await setDefaultExperience(dependencies, domain, experienceId);
      return { data: toDomain(row, baseUrl) };
    },
  });

  registerOperation(app, deleteDomain, {
    authorize: admitToDomain(deleteDomain),
    handle: async ({ authorized: { domain } }) => {
      await removeDomain(db, domain);
      return undefined;
    },
  });
}
