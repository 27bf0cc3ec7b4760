import { describe, expect, test } from 'vitest';
import {
  formatCalendarDay,
  formatLoyaltyDate,
  parseCalendarDay,
  parseLoyaltyInstant,
} from './loyalty-date.ts';

describe('parseCalendarDay', () => {
  test.each([
    ['02/09/1988', { year: 1988, month: 2, day: 9 }],
    ['02/09', { year: undefined, month: 2, day: 9 }],
    ['02/09/1904', { year: undefined, month: 2, day: 9 }],
    ['1988-02-09T00:00:00Z', { year: 1988, month: 2, day: 9 }],
    ['1904-02-29', { year: undefined, month: 2, day: 29 }],
  ])('%s', (value, day) => expect(parseCalendarDay(value)).toEqual(day));

  test('gives up on what it does not know', () => {
    expect(parseCalendarDay('next spring')).toBeUndefined();
    expect(parseCalendarDay('')).toBeUndefined();
  });
});

test('a day without a year is written without one, the leap day too', () => {
  expect(formatCalendarDay({ year: undefined, month: 2, day: 29 }, 'en-US')).toBe('Feb 29');
  expect(formatCalendarDay({ year: 1988, month: 2, day: 9 }, 'en-US')).toBe('Feb 9, 1988');
});

describe('parseLoyaltyInstant reads UTC, wherever the reader is', () => {
  test.each([
    ['2024-03-04T14:05:09Z', '2024-03-04T14:05:09.000Z'],
    ['2024-03-04T14:05:09+02:00', '2024-03-04T12:05:09.000Z'],
    ['03/04/2024', '2024-03-04T00:00:00.000Z'],
    ['03/04/2024 14:05:09', '2024-03-04T14:05:09.000Z'],
    ['2024-03-04 14:05:09.123456', '2024-03-04T14:05:09.123Z'],
  ])('%s', (value, instant) => expect(parseLoyaltyInstant(value)).toBe(instant));

  test('gives up on what it does not know', () => {
    expect(parseLoyaltyInstant('yesterday')).toBeUndefined();
    expect(parseLoyaltyInstant('13/45/2024')).toBeUndefined();
    expect(parseLoyaltyInstant('02/09')).toBeUndefined();
  });
});

describe('formatLoyaltyDate', () => {
  test.each([
    ['03/04/2024', 'Mar 4, 2024'],
    ['2024-03-04', 'Mar 4, 2024'],
    ['1904-02-29T00:00:00Z', 'Feb 29'],
    ['02/29', 'Feb 29'],
    ['2024-03-04T02:05:09Z', 'Mar 3, 2024'],
    ['03/04/2024 02:05:09', 'Mar 3, 2024'],
    ['2024-03-04 02:05:09.123456', 'Mar 3, 2024'],
    ['next spring', 'next spring'],
  ])('%s in New York', (value, words) =>
    expect(formatLoyaltyDate(value, { locale: 'en-US', timeZone: 'America/New_York' })).toBe(words),
  );
});
