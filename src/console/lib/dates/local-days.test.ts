import { expect, test } from 'vitest';
import { formatDays, instantsOfDays, localDaysOf } from './local-days.ts';

test('days are whole days in local time, both included', () => {
  const { since, until } = instantsOfDays('2026-03-03', '2026-03-09');
  expect(since && new Date(since)).toEqual(new Date(2026, 2, 3));
  expect(until && new Date(until)).toEqual(new Date(2026, 2, 10));
  expect(localDaysOf({ since, until })).toEqual(['2026-03-03', '2026-03-09']);
});

test('either day can be left out', () => {
  expect(instantsOfDays('', '')).toEqual({ since: undefined, until: undefined });
  expect(localDaysOf({ since: undefined, until: undefined })).toEqual(['', '']);
  expect(localDaysOf(instantsOfDays('', '2026-12-31'))).toEqual(['', '2026-12-31']);
});

test('formatDays names the days, or the only limit', () => {
  const days = (first: string, last: string) => formatDays(instantsOfDays(first, last));
  expect(days('2026-03-03', '2026-03-09')).toBe('Mar 3, 2026 to Mar 9, 2026');
  expect(days('2026-03-03', '2026-03-03')).toBe('Mar 3, 2026');
  expect(days('2026-03-03', '')).toBe('since Mar 3, 2026');
  expect(days('', '2026-03-09')).toBe('until Mar 9, 2026');
  expect(days('', '')).toBeUndefined();
});
