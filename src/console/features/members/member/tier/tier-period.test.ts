import { describe, expect, test } from 'vitest';
import { elapsedFraction, formatPeriodLeft } from './tier-period.ts';

const now = new Date('2026-07-02T12:00:00Z');

describe('elapsedFraction', () => {
  test.each([
    ['2026-01-01T00:00:00Z', '01/01/2027', 0.5],
    ['01/01/2027', '01/01/2028', 0],
    ['01/01/2020', '01/01/2021', 1],
    ['01/01/2026', null, undefined],
    ['soon', '01/01/2027', undefined],
    ['01/01/2027', '01/01/2026', undefined],
  ])('from %s to %s', (current_period_start, current_period_end, expected) => {
    const elapsed = elapsedFraction({ current_period_start, current_period_end }, now);
    if (expected === undefined) expect(elapsed).toBeUndefined();
    else expect(elapsed).toBeCloseTo(expected, 2);
  });
});

describe('formatPeriodLeft', () => {
  test.each([
    ['07/03/2026', '1 day left of this period'],
    // Created on the same day, earlier or later than now.
    ['2027-07-02T09:00:00Z', '365 days left of this period'],
    ['2027-07-02T18:00:00Z', '365 days left of this period'],
    ['2026-07-02T18:00:00Z', 'Last day of this period'],
    ['07/01/2026', 'Period ended'],
    [null, undefined],
    ['some day', undefined],
  ])('until %s', (current_period_end, expected) => {
    expect(formatPeriodLeft({ current_period_end }, now)).toBe(expected);
  });
});
