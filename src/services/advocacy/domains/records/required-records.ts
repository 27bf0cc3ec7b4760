import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { DomainRecordTemplate } from '#contract/gateway/config.ts';
import { checkRecord } from './check-records.ts';
import type { Dns } from './dns.ts';
import { expectedRecords } from './domain-records.ts';

/** The DNS records that this deployment needs for each domain. */
export interface RequiredRecords {
  /** Looks a domain's records up; none if the deployment requires none. */
  check(domain: string): Promise<DomainRecord[]>;
}

export function createRequiredRecords(
  templates: readonly DomainRecordTemplate[],
  dns: Dns,
): RequiredRecords {
  return {
    check: (domain) =>
      Promise.all(expectedRecords(templates, domain).map((record) => checkRecord(dns, record))),
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
