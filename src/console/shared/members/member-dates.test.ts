import { expect, test } from 'vitest';
import { toFixedDates } from './member-dates.ts';

test('toFixedDates counts recent days back from today, and keeps fixed ones', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  expect(toFixedDates({ operator: 'last', days: 1 }, now)).toEqual({
    operator: 'gte',
    first: '2026-02-28',
    last: '2026-02-28',
  });
  expect(toFixedDates({ operator: 'last', days: 365 }, now).first).toBe('2025-03-01');
  const fixed = { operator: 'eq', first: '2026-01-31', last: '2026-01-31' } as const;
  expect(toFixedDates(fixed, now)).toBe(fixed);
});
