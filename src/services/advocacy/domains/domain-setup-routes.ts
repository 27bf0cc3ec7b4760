import type { FastifyInstance } from 'fastify';
import {
  type DomainSetup,
  getDomainSetup,
  listDomainExperiences,
  retryDomainCertificate,
} from '#contract/advocacy/domain-setup.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import {
  getCertificateState,
  retryFailedCertificate,
  startWaitingCertificate,
} from './certificates/certificate-state.ts';
import { createDomainAuthorization } from './domain-authorization.ts';
import type { DomainsDependencies } from './domains-routes.ts';
import type { DomainRow } from './domains-table.ts';
import { listPublishedExperiences } from './experiences.ts';
import { zoneOf } from './records/domain-records.ts';
import { saveRecordsState } from './records/records-worker.ts';

/** Requirements of a valid domain: its DNS records and its certificate. */
export function domainSetupRoutes(app: FastifyInstance, dependencies: DomainsDependencies): void {
  const { db, clock, requiredRecords } = dependencies;
  const authorizeDomain = createDomainAuthorization(dependencies);

  async function toDomainSetup(domain: DomainRow): Promise<{ data: DomainSetup }> {
    const { id, name } = domain;
    const records = await requiredRecords.check(name);
    await saveRecordsState(dependencies, domain, records);
    const isFound = records.length > 0 && records.every(({ status }) => status === 'found');
    const obstacles = await requiredRecords.findObstacles(name, records);
    if (isFound) await startWaitingCertificate(dependencies, id);
    return {
      data: {
        id: String(id),
        type: 'domain_setup',
        attributes: {
          zone: zoneOf(name),
          records,
          obstacles,
          checked_at: records.length > 0 ? clock.now().toISOString() : null,
          certificate: await getCertificateState(db, id),
        },
      },
    };
  }

  registerOperation(app, getDomainSetup, {
    authorize: authorizeDomain(getDomainSetup),
    handle: ({ authorized: { domain } }) => toDomainSetup(domain),
  });

  registerOperation(app, listDomainExperiences, {
    authorize: authorizeDomain(listDomainExperiences),
    handle: async ({ authorized: { domain } }) => {
      const { rows, total } = await listPublishedExperiences(db, domain.id);
      const data = rows.map(({ id, title, name, slug }) => ({
        id: String(id),
        type: 'experience' as const,
        attributes: { title, name, slug },
      }));
      return { data, meta: { total } };
    },
  });

  registerOperation(app, retryDomainCertificate, {
    authorize: authorizeDomain(retryDomainCertificate),
    handle: async ({ authorized: { domain } }) => {
      await retryFailedCertificate(dependencies, domain);
      return toDomainSetup(domain);
    },
  });
}
