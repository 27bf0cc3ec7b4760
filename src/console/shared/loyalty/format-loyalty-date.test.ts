import { describe, expect, test } from 'vitest';
import { formatLoyaltyDate, parseLoyaltyInstant } from './format-loyalty-date.ts';

describe('parseLoyaltyInstant parses UTC in any time zone', () => {
  test.each([
    ['2024-03-04T14:05:09Z', '2024-03-04T14:05:09.000Z'],
    ['2024-03-04T14:05:09+02:00', '2024-03-04T12:05:09.000Z'],
    ['03/04/2024', '2024-03-04T00:00:00.000Z'],
    ['03/04/2024 14:05:09', '2024-03-04T14:05:09.000Z'],
    ['2024-03-04 14:05:09.123456', '2024-03-04T14:05:09.123Z'],
  ])('%s', (value, instant) => expect(parseLoyaltyInstant(value)).toBe(instant));

  test('returns undefined for unknown formats', () => {
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
    ['02/09/1904', 'Feb 9'],
    ['2024-03-04T02:05:09Z', 'Mar 4, 2024'],
    ['03/04/2024 02:05:09', 'Mar 4, 2024'],
    ['2024-03-04 02:05:09.123456', 'Mar 4, 2024'],
    ['next spring', 'next spring'],
  ])('%s in New York, as the filters count days', (value, words) =>
    expect(formatLoyaltyDate(value, { locale: 'en-US', timeZone: 'America/New_York' })).toBe(words),
  );
});
