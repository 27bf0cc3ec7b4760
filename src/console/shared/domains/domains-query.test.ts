import { expect, test } from 'vitest';
import type { Domain } from '#contract/advocacy/domains.ts';
import { isStuck } from './domains-query.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['pending', '2026-11-21T11:50:00.000Z', false],
  ['pending', '2026-11-21T11:49:59.000Z', true],
  ['pending', undefined, true],
  ['failed', '2026-11-21T11:59:59.000Z', true],
  ['valid', '2026-11-01T11:59:59.000Z', false],
])('a %s domain added at %s needs something: %s', (status, createdAt, expected) => {
  const domain = { id: '1', type: 'domain', attributes: { status, created_at: createdAt } };
  expect(isStuck(domain as unknown as Domain, now)).toBe(expected);
});
