import { describe, expect, test } from 'vitest';
import type { DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { setupSteps } from './setup-steps.ts';

const domain = (status: string) =>
  ({ id: '1', type: 'domain', attributes: { name: 'shop.brand.test', status } }) as Domain;

function statesOf(recordStatuses: readonly string[], certificateStatus: string, status: string) {
  const setup = {
    zone: 'brand.test',
    records: recordStatuses.map((recordStatus) => ({ status: recordStatus })),
    checked_at: null,
    certificate: { status: certificateStatus },
  } as unknown as DomainSetup['attributes'];
  return setupSteps(domain(status), setup).map(({ state }) => state);
}

describe('setup steps', () => {
  test.each([
    [['wrong', 'found'], 'failed', 'pending', ['current', 'waiting', 'waiting']],
    [['found', 'unknown'], 'pending', 'pending', ['current', 'waiting', 'waiting']],
    [['found', 'found'], 'pending', 'pending', ['done', 'running', 'waiting']],
    [['found', 'found'], 'failed', 'pending', ['done', 'failed', 'waiting']],
    [[], 'failed', 'pending', ['current', 'failed', 'waiting']],
    [['missing'], 'issued', 'valid', ['done', 'done', 'done']],
  ])(
    'records %j and a certificate that is %s: a %s domain is at %j',
    (records, certificate, status, states) => {
      expect(statesOf(records, certificate, status)).toEqual(states);
    },
  );
});
