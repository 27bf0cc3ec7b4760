import { expect, test } from 'vitest';
import { expirySteps, formatNextExpiry } from './expiry-steps.ts';

const now = new Date('2026-11-21T10:00:00Z');
const steps = (...schedule: [date: string, points: number][]) =>
  expirySteps(
    schedule.map(([expiration_date, points]) => ({ expiration_date, points })),
    now,
  );

test('expirySteps sorts dates of any format, with unreadable ones last', () => {
  const labels = steps(['never', 1], ['03/31/2027', 2], ['2026-12-03', 3]).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['Dec 3, 2026', 'Mar 31, 2027', 'never']);
});

test('expirySteps adds up the points of a day', () => {
  const [step, ...others] = steps(['12/03/2026', 300], ['2026-12-03', 50]);
  expect(step).toMatchObject({ points: 350, inDays: 12, isSoon: true });
  expect(others).toEqual([]);
});

test('formatNextExpiry announces points that expire soon', () => {
  expect(formatNextExpiry(steps(['12/03/2026', 350]))).toBe('350 points expire in 12 days');
  expect(formatNextExpiry(steps(['11/22/2026', 1]))).toBe('1 point expires tomorrow');
  expect(formatNextExpiry(steps(['2026-11-21T09:00:00Z', 5]))).toBe('5 points expire today');
  expect(formatNextExpiry(steps(['2026-12-06', 350]))).toBeUndefined();
  expect(formatNextExpiry(steps(['06/30/2027', 350]))).toBeUndefined();
  expect(formatNextExpiry(steps(['06/30/2026', 350], ['never', 2]))).toBeUndefined();
  expect(formatNextExpiry([])).toBeUndefined();
});
