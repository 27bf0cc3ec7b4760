import { expect, test } from 'vitest';
import type { Domain } from '#contract/advocacy/domains.ts';
import { domainsNoLongerPending } from './use-status-toasts.ts';

function domain(id: string, status: string, createdAt = '2026-11-21T11:55:00.000Z'): Domain {
  const attributes = {
    name: `${id}.example`,
    status,
    created_at: createdAt,
    updated_at: createdAt,
  };
  return { id, type: 'domain', attributes };
}

test('domainsNoLongerPending returns domains that left pending for any status', () => {
  const before = [domain('a', 'pending'), domain('b', 'pending'), domain('c', 'valid')];
  const after = [
    domain('a', 'valid'),
    domain('b', 'pending'),
    domain('c', 'valid'),
    domain('d', 'valid'),
  ];
  expect(domainsNoLongerPending(before, after)).toEqual([
    { id: 'a', name: 'a.example', status: 'valid' },
  ]);
  expect(domainsNoLongerPending(before, [domain('b', 'failed')])).toEqual([
    { id: 'b', name: 'b.example', status: 'failed' },
  ]);
});
