import { expect, test } from 'vitest';
import { formatMonth, formatMonthLetter, lastMonths } from './months.ts';

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
