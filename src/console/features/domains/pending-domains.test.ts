import { expect, test } from 'vitest';
import type { Domain } from '#contract/advocacy/domains.ts';
import { domainsNoLongerPending, durationSince } from './pending-domains.ts';

const now = new Date('2026-11-21T12:00:00Z');

function domain(id: string, status: string, createdAt = '2026-11-21T11:55:00.000Z'): Domain {
  const attributes = {
    name: `${id}.example`,
    status,
    created_at: createdAt,
    updated_at: createdAt,
  };
  return { id, type: 'domain', attributes };
}

test('durationSince returns the largest whole unit', () => {
  expect(durationSince('2026-11-21T11:59:30Z', now)).toBeUndefined();
  expect(durationSince('2026-11-21T12:00:30Z', now)).toBeUndefined();
  expect(durationSince('2026-11-21T11:58:01Z', now)).toBe('1 minute');
  expect(durationSince('2026-11-21T10:00:00Z', now)).toBe('2 hours');
  expect(durationSince('2026-11-16T12:00:00Z', now)).toBe('5 days');
  expect(durationSince('2026-08-20T12:00:00Z', now)).toBe('3 months');
  expect(durationSince('2023-05-05T12:00:00Z', now)).toBe('3 years');
});

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
