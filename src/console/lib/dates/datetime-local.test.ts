import { expect, test } from 'vitest';
import { fromDatetimeLocal, startOfDay, toDatetimeLocal } from './datetime-local.ts';

test('datetime-local values round-trip to the minute', () => {
  for (const iso of ['2026-01-31T12:05:00.000Z', '2026-07-31T23:59:00.000Z']) {
    expect(fromDatetimeLocal(toDatetimeLocal(new Date(iso)))).toBe(iso);
  }
});

test('datetime-local values that are empty or incomplete are undefined', () => {
  expect(fromDatetimeLocal('')).toBeUndefined();
  expect(fromDatetimeLocal('2026-13-31T12:05')).toBeUndefined();
});

test('startOfDay is local midnight', () => {
  const noon = new Date(2026, 5, 15, 12, 30);
  expect(startOfDay(noon)).toEqual(new Date(2026, 5, 15));
  expect(toDatetimeLocal(startOfDay(noon))).toBe('2026-06-15T00:00');
});
