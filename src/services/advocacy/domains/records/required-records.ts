import type { DomainObstacle, DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { DomainRecordTemplate } from '#contract/gateway/config.ts';
import { checkRecord } from './check-records.ts';
import type { Dns } from './dns.ts';
import { expectedRecords } from './domain-records.ts';
import { caaNameOf, findObstacles } from './find-obstacles.ts';

/** The DNS records that this deployment needs for each domain. */
export interface RequiredRecords {
  /** Looks a domain's records up; none if the deployment requires none. */
  check(domain: string): Promise<DomainRecord[]>;
  /** What else keeps visitors or the certificate away, given the records of `check`. */
  findObstacles(domain: string, records: readonly DomainRecord[]): Promise<DomainObstacle[]>;
}

export function createRequiredRecords(
  templates: readonly DomainRecordTemplate[],
  dns: Dns,
  /** The ACME directory of the certificate authority. */
  directoryUrl?: string,
): RequiredRecords {
  const authority = directoryUrl === undefined ? undefined : caaNameOf(directoryUrl);
  return {
    check: (domain) =>
      Promise.all(expectedRecords(templates, domain).map((record) => checkRecord(dns, record))),
    findObstacles: (domain, records) => findObstacles(dns, { domain, records, authority }),
  };
}

/** SQL pattern that matches the texts of `describeMissingRecords`. */
export const MISSING_RECORDS_PATTERN = 'The % record of %';

/** Why a certificate can't be issued yet; undefined if nothing is known to be missing. */
export function describeMissingRecords(records: readonly DomainRecord[]): string | undefined {
  const problems = records.flatMap(({ type, name, status, found }) => {
    if (status === 'missing') return [`The ${type} record of ${name} is missing.`];
    if (status === 'wrong') return [`The ${type} record of ${name} is ${found.join(', ')}.`];
    return [];
  });
  return problems.length > 0 ? problems.join(' ') : undefined;
}
