import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { normalizeTypedDate } from '#contract/loyalty/members/typed-date.ts';
import { describeTypedDate, findPastDateError } from './typed-dates.ts';

describe('typed dates', () => {
  test.each([
    ['2/9', '02/09'],
    ['02/09/1990', '02/09/1990'],
    ['2/9/1990', '02/09/1990'],
    ['1990-02-09', '02/09/1990'],
    ['9.2.1990', '02/09/1990'],
    ['9. 2. 1990', '02/09/1990'],
    ['9.2.', '02/09'],
    [' 2/9 ', '02/09'],
  ])('%s is saved as %s', (typed, saved) => {
    expect(normalizeTypedDate(typed)).toBe(saved);
  });

  test('in other formats stay as they are', () => {
    for (const text of ['', 'soon', '1990/02/09', '9.2'])
      expect(normalizeTypedDate(text)).toBe(text);
  });

  test('are described in words', () => {
    expect(describeTypedDate('9.2.1990')).toBe('Feb 9, 1990');
    expect(describeTypedDate('2/9')).toBe('Feb 9');
    expect(describeTypedDate('2/30/1990')).toBeUndefined();
  });

  test('of past events are neither in the future nor centuries old', () => {
    const now = new Date('2026-03-04T12:00:00Z');
    expect(findPastDateError('3/5/2026', now)).toMatch(/past/);
    expect(findPastDateError('3/4/2026', now)).toBeUndefined();
    expect(findPastDateError('2/9/1890', now)).toMatch(/1900/);
    expect(findPastDateError('2/9', now)).toBeUndefined();
    expect(findPastDateError('soon', now)).toBeUndefined();
  });

  test('of past events may be the day where the user is', () => {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    onTestFinished(() => void vi.unstubAllEnvs());
    const now = new Date('2026-03-04T12:00:00Z');
    expect(findPastDateError('3/5/2026', now)).toBeUndefined();
    expect(findPastDateError('3/6/2026', now)).toMatch(/past/);
  });
});
