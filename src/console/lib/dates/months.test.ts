import { expect, test } from 'vitest';
import {
  formatDayRange,
  formatMonth,
  formatMonthLetter,
  lastMonths,
  nextMonths,
  sameDaysOfMonthBefore,
  toMonth,
} from './months.ts';

test('the last months span the end of a year and leap days', () => {
  const months = lastMonths(new Date('2028-03-31T23:30:00Z'), 5);
  expect(months).toEqual([
    { first: '2027-11-01', last: '2027-11-30' },
    { first: '2027-12-01', last: '2027-12-31' },
    { first: '2028-01-01', last: '2028-01-31' },
    { first: '2028-02-01', last: '2028-02-29' },
    { first: '2028-03-01', last: '2028-03-31' },
  ]);
  expect(months.map((month) => formatMonthLetter(month, 'en-US')).join('')).toBe('NDJFM');
  expect(formatMonth({ first: '2027-11-01', last: '2027-11-30' }, 'en-US')).toBe('Nov 2027');
});

test.each([
  ['2026-11-22T12:00:00Z', '2026-10-01', '2026-10-22'],
  ['2026-03-31T12:00:00Z', '2026-02-01', '2026-02-28'],
  ['2027-01-01T00:00:00Z', '2026-12-01', '2026-12-01'],
])('the same days of the month before %s', (now, first, last) => {
  expect(sameDaysOfMonthBefore(new Date(now))).toEqual([first, last]);
});

test('formatDayRange names the month once', () => {
  expect(formatDayRange('2026-10-01', '2026-10-22', 'en-US')).toMatch(/^Oct 1\s?–\s?22$/);
});

test('a month ends with its last day, also of leap years', () => {
  expect(toMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
});

test('the next months begin with the current one', () => {
  expect(nextMonths(new Date('2026-11-30T23:30:00Z'), 3)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ]);
});
