import { expect, test } from 'vitest';
import { durationSince } from './domain-status.tsx';

const now = new Date('2026-11-21T12:00:00Z');

test('durationSince returns the largest whole unit', () => {
  expect(durationSince('2026-11-21T11:59:30Z', now)).toBeUndefined();
  expect(durationSince('2026-11-21T12:00:30Z', now)).toBeUndefined();
  expect(durationSince('2026-11-21T11:58:01Z', now)).toBe('1 minute');
  expect(durationSince('2026-11-21T10:00:00Z', now)).toBe('2 hours');
  expect(durationSince('2026-11-16T12:00:00Z', now)).toBe('5 days');
  expect(durationSince('2026-08-20T12:00:00Z', now)).toBe('3 months');
  expect(durationSince('2023-05-05T12:00:00Z', now)).toBe('3 years');
});
