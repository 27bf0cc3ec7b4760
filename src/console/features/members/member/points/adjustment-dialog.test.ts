import { expect, test } from 'vitest';
import { describeExpiry } from './adjustment-dialog.tsx';

test('an adjustment says when added points expire, by the day in UTC', () => {
  const now = new Date('2026-11-28T23:30:00Z');
  const expiring = (days: number) => describeExpiry({ points: { expiry: { days } } }, now);
  expect(expiring(365)).toBe('Added points expire on Nov 28, 2027.');
  expect(expiring(1)).toBe('Added points expire on Nov 29, 2026.');
  expect(describeExpiry({ points: { expiry: null } }, now)).toBe("Added points don't expire.");
});
