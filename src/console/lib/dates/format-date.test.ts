import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime, formatDay, formatRelative, formatUtc } from './format-date.ts';

const rome = { locale: 'en-US', timeZone: 'Europe/Rome' };
const instant = new Date('2024-03-04T23:30:09.250Z');

test('formatDate uses the local day, not the UTC day', () => {
  expect(formatDate(instant, rome)).toBe('Mar 5, 2024');
  expect(formatDate(instant, { ...rome, timeZone: 'America/New_York' })).toBe('Mar 4, 2024');
});

test('formatDateTime includes the time zone', () => {
  // Whitespace before AM differs between ICU versions.
  expect(formatDateTime(instant, rome).replace(/\s/g, ' ')).toBe('Mar 5, 2024, 12:30 AM GMT+1');
});

test('formatDay names the last two days', () => {
  const dayAt = (now: string) => formatDay(instant, new Date(now), rome);
  expect(dayAt('2024-03-05T22:59:00Z')).toBe('Today');
  expect(dayAt('2024-03-05T23:01:00Z')).toBe('Yesterday');
  expect(dayAt('2024-03-07T12:00:00Z')).toBe('Tuesday, March 5, 2024');
});

test('formatUtc includes seconds', () => {
  expect(formatUtc(instant)).toBe('2024-03-04 23:30:09 UTC');
});

test('an invalid date is shown as such in every format', () => {
  const invalid = new Date('soon');
  for (const format of [formatDate, formatDateTime, formatUtc]) {
    expect(format(invalid)).toBe('Invalid date');
  }
  expect(formatRelative(invalid, instant)).toBe('Invalid date');
});

describe('formatRelative', () => {
  const relativeTo = (now: string) => formatRelative(instant, new Date(now), rome);

  test('shows seconds as "just now"', () =>
    expect(relativeTo('2024-03-04T23:30:20Z')).toBe('just now'));
  test('shows minutes', () => expect(relativeTo('2024-03-04T23:41:09Z')).toBe('11 min ago'));
  test('shows hours', () => expect(relativeTo('2024-03-05T02:30:09Z')).toBe('3 hr ago'));
  test('shows yesterday', () => expect(relativeTo('2024-03-05T23:30:09Z')).toBe('yesterday'));
  test('shows future days', () => expect(relativeTo('2024-02-28T11:30:09Z')).toBe('in 6 days'));
  test('never shows "60 min" or "24 hr"', () => {
    expect(relativeTo('2024-03-05T00:29:50Z')).toBe('1 hr ago');
    expect(relativeTo('2024-03-05T23:10:00Z')).toBe('yesterday');
  });
  test('counts calendar days, not 24 hours', () => {
    expect(relativeTo('2024-03-05T22:00:00Z')).toBe('22 hr ago');
    expect(relativeTo('2024-03-05T22:59:59Z')).toBe('23 hr ago');
    expect(relativeTo('2024-03-05T23:00:00Z')).toBe('yesterday');
    expect(relativeTo('2024-03-06T22:59:59Z')).toBe('yesterday');
    expect(relativeTo('2024-03-06T23:00:00Z')).toBe('2 days ago');
    expect(relativeTo('2024-03-04T22:50:00Z')).toBe('in 40 min');
    expect(relativeTo('2024-03-04T12:00:00Z')).toBe('tomorrow');
    expect(relativeTo('2024-03-03T22:00:00Z')).toBe('in 2 days');
  });
  test('shows hours for the same night', () => {
    const lateEvening = new Date('2024-03-04T21:30:00Z');
    const relative = (now: string) => formatRelative(lateEvening, new Date(now), rome);
    expect(relative('2024-03-05T00:30:00Z')).toBe('3 hr ago');
    expect(relative('2024-03-05T03:29:00Z')).toBe('6 hr ago');
    expect(relative('2024-03-05T03:30:00Z')).toBe('yesterday');
  });
  test('shows a full day without "24 hr"', () => {
    const midnight = new Date('2024-03-04T23:00:00Z');
    expect(formatRelative(midnight, new Date('2024-03-05T22:59:00Z'), rome)).toBe('23 hr ago');
  });
  test('shows a date after a week', () =>
    expect(relativeTo('2024-03-12T00:30:09Z')).toBe('Mar 5, 2024'));
});
