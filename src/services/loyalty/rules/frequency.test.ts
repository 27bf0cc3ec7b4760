import { expect, test } from 'vitest';
import { startOfRange } from './frequency.ts';

const now = new Date('2026-03-18T12:00:00Z');

test.each([
  ['DAY', '2026-03-18T00:00:00.000Z'],
  ['WEEK', '2026-03-16T00:00:00.000Z'],
  ['YEAR', '2026-01-01T00:00:00.000Z'],
  ['LIFETIME', '1970-01-01T00:00:00.000Z'],
] as const)('the current %s started at %s', (range, start) => {
  expect(startOfRange(range, now).toISOString()).toBe(start);
});

test('Sunday belongs to the week that started on Monday', () => {
  const sunday = new Date('2026-03-22T23:59:59Z');
  expect(startOfRange('WEEK', sunday).toISOString()).toBe('2026-03-16T00:00:00.000Z');
});
