import { isPending } from '#console/shared/domains/domains-query.ts';
import type { DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { areRecordsFound } from './domain-setup-queries.ts';

export interface SetupStep {
  readonly title: string;
  /** `waiting` for an earlier step, `current` for the user, `running` by itself. */
  readonly state: 'waiting' | 'current' | 'running' | 'failed' | 'done';
}

/**
 * The steps from a new domain to one that visitors can open.
 *
 * @param setup undefined if the deployment can't look records up
 */
export function setupSteps(
  domain: Domain,
  setup: DomainSetup['attributes'] | undefined,
): readonly [records: SetupStep, certificate: SetupStep, live: SetupStep] {
  if (!isPending(domain)) {
    return [
      { title: 'DNS records found', state: 'done' },
      { title: 'Certificate issued', state: 'done' },
      { title: 'Live', state: 'done' },
    ];
  }
  const live: SetupStep = { title: 'Live', state: 'waiting' };
  const isKnown = setup !== undefined && setup.records.length > 0;
  const isFound = isKnown && areRecordsFound(setup.records);
  const records: SetupStep = isFound
    ? { title: 'DNS records found', state: 'done' }
    : { title: 'Set the DNS records', state: 'current' };
  if (isKnown && !isFound) {
    return [records, { title: 'Issue the certificate', state: 'waiting' }, live];
  }
  if (setup?.certificate.status === 'failed') {
    return [records, { title: "The certificate couldn't be issued", state: 'failed' }, live];
  }
  return [records, { title: 'Issue the certificate', state: 'running' }, live];
}
