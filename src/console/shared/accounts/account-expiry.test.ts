import { expect, test } from 'vitest';
import { accountExpiry, remainingDays } from './account-expiry.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('accountExpiry distinguishes expired, soon, later and never', () => {
  expect(accountExpiry(undefined, now)).toBe('unknown');
  expect(accountExpiry(null, now)).toBe('never');
  expect(accountExpiry('2026-11-21T12:00:00.000Z', now)).toBe('expired');
  expect(accountExpiry('2026-11-21T12:00:00.001Z', now)).toBe('soon');
  expect(accountExpiry('2026-12-05T11:59:59.000Z', now)).toBe('soon');
  expect(accountExpiry('2026-12-05T12:00:00.000Z', now)).toBe('later');
  expect(accountExpiry('some day', now)).toBe('later');
});

test('remainingDays counts local days', () => {
  expect(remainingDays('2026-11-21T18:00:00Z', now)).toBe('today');
  expect(remainingDays('2026-11-22T06:00:00Z', now)).toBe('tomorrow');
  expect(remainingDays('2026-11-26T12:00:00Z', now)).toBe('in 5 days');
});
