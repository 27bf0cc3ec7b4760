import type { FastifyInstance } from 'fastify';
import {
  type DomainSetup,
  getDomainSetup,
  retryDomainCertificate,
} from '#contract/advocacy/domain-setup.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { getCertificateState, retryCertificate } from './certificates/certificate-state.ts';
import { createDomainAuthorization } from './domain-authorization.ts';
import type { DomainsDependencies } from './domains-routes.ts';
import type { DomainRow } from './domains-table.ts';
import { zoneOf } from './records/domain-records.ts';

/** What a domain needs before it is valid: its DNS records and its certificate. */
export function domainSetupRoutes(app: FastifyInstance, dependencies: DomainsDependencies): void {
  const { db, clock, requiredRecords } = dependencies;
  const authorizeDomain = createDomainAuthorization(dependencies);

  async function toDomainSetup({ id, name }: DomainRow): Promise<{ data: DomainSetup }> {
    const records = await requiredRecords.check(name);
    return {
      data: {
        id: String(id),
        type: 'domain_setup',
        attributes: {
          zone: zoneOf(name),
          records,
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

  registerOperation(app, retryDomainCertificate, {
    authorize: authorizeDomain(retryDomainCertificate),
    handle: async ({ authorized: { domain } }) => {
      await retryCertificate(dependencies, domain);
      return toDomainSetup(domain);
    },
  });
}
