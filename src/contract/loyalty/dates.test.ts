import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAfter,
  formatMicroseconds,
  formatMonthDayYear,
  formatMonthDayYearTime,
  parseDate,
  parseMonthDay,
  parseMonthDayYear,
} from './dates.ts';

const moments = fc.date({
  min: new Date('1905-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('parseDate', () => {
  test.each([
    ['01/31/2026', 'day', '2026-01-31'],
    ['2026-01-31', 'day', '2026-01-31'],
    ['02/29/2024', 'day', '2024-02-29'],
    ['02/29/2000', 'day', '2000-02-29'],
    ['12/25', 'yearless', '1904-12-25'],
    ['02/29', 'yearless', '1904-02-29'],
    ['12/25/1904', 'yearless', '1904-12-25'],
    ['1904-12-25T00:00:00Z', 'yearless', '1904-12-25'],
    ['01/31/2026 23:59:58', 'instant', '2026-01-31T23:59:58.000Z'],
    ['2026-01-31T10:20:30Z', 'instant', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T10:20:30.5Z', 'instant', '2026-01-31T10:20:30.500Z'],
    ['2026-01-31T10:20:30', 'instant', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31T01:20:30+02:00', 'instant', '2026-01-30T23:20:30.000Z'],
    ['2026-01-31 10:20:30.123456', 'instant', '2026-01-31T10:20:30.123Z'],
    ['0050-06-01T00:00:00Z', 'instant', '0050-06-01T00:00:00.000Z'],
  ])('parses %s', (text, kind, iso) => {
    expect(parseDate(text)).toEqual({ kind, iso });
  });

  test.each([
    '',
    '02/30/2026',
    '02/29/2026',
    '02/29/1900',
    '02/30',
    '13/01/2026',
    '00/10/2026',
    '01/00/2026',
    '01/01/0000',
    '1/2/2026',
    '01/31/26',
    '31.01.2026',
    ' 01/31/2026',
    '01/31/2026\n',
    '2026-02-30T00:00:00Z',
    '01/31/2026 24:00:00',
    '01/31/2026 10:60:00',
    '01/31/2026 10:00:60',
    '2026-01-31T10:00:00+99:00',
    '9999-12-31T23:59:59-01:00',
    'yesterday',
  ])('rejects %j', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test('parses everything that the formatters produce', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const iso = moment.toISOString();
        expect(parseDate(iso)?.iso).toBe(iso);
        expect(parseDate(formatMicroseconds(moment))?.iso).toBe(iso);
        expect(parseDate(formatMonthDayYearTime(moment))?.iso).toBe(`${iso.slice(0, 19)}.000Z`);
        expect(parseMonthDayYear(formatMonthDayYear(iso.slice(0, 10)))).toBe(iso.slice(0, 10));
      }),
    );
  });
});

test('a filter day must have a year', () => {
  expect(parseMonthDayYear('12/25')).toBeNull();
  expect(parseMonthDayYear('12/25/2025')).toBe('2025-12-25');
});

test('a birthdate has no time', () => {
  expect(parseMonthDay('12/25')).toBe('1904-12-25');
  expect(parseMonthDay('12/25/1990')).toBe('1990-12-25');
  expect(parseMonthDay('1990-12-25')).toBeNull();
});

test('webhook requests and activities have their own time formats', () => {
  const moment = new Date('2026-01-02T03:04:05.678Z');
  expect(formatMonthDayYearTime(moment)).toBe('01/02/2026 03:04:05');
  expect(formatMicroseconds(moment)).toBe('2026-01-02 03:04:05.678000');
});

test.each([
  ['2024-02-28', '2024-02-29'],
  ['2026-02-28', '2026-03-01'],
  ['2026-12-31', '2027-01-01'],
  ['0050-12-31', '0051-01-01'],
  ['9999-12-31', null],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});
