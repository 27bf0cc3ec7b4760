import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatRange,
  formatShare,
} from './format-number.ts';

test('formatNumber groups digits by locale', () => {
  expect(formatNumber(48_905, 'en-US')).toBe('48,905');
  expect(formatNumber(4_890_500, 'en-IN')).toBe('48,90,500');
});

describe('formatCount', () => {
  test('uses singular or plural', () => {
    expect(formatCount(1, 'point', 'points', 'en-US')).toBe('1 point');
    expect(formatCount(0, 'point', 'points', 'en-US')).toBe('0 points');
    expect(formatCount(12_480, 'point', 'points', 'en-US')).toBe('12,480 points');
  });

  test('accepts irregular plurals', () => {
    expect(formatCount(2, 'activity', 'activities', 'en-US')).toBe('2 activities');
  });
});

describe('formatRange', () => {
  test('uses an en dash and grouped digits', () => {
    expect(formatRange(1, 100, 4812, false, 'en-US')).toBe('1–100 of 4,812');
    expect(formatRange(4801, 4812, 4812, false, 'en-US')).toBe('4,801–4,812 of 4,812');
  });

  test('says that a total is estimated', () => {
    expect(formatRange(1, 100, 270_000, true, 'en-US')).toBe('1–100 of about 270,000');
  });

  test('is 0 for an empty page', () => {
    expect(formatRange(1, 0, 0, false, 'en-US')).toBe('0 of 0');
  });

  test('omits an unknown total', () => {
    expect(formatRange(26, 50, undefined, false, 'en-US')).toBe('26–50');
    expect(formatRange(1, 15, 12, false, 'en-US')).toBe('1–15');
  });
});

test.each([
  [0, '0%'],
  [0.004, '<1%'],
  [0.964, '96%'],
  [1, '100%'],
])('a share of %f is %s', (share, text) => {
  expect(formatShare(share, 'en-US')).toBe(text);
});

test('formatBytes uses the largest unit', () => {
  expect(formatBytes(10_485_760, 'en-US')).toBe('10 MB');
  expect(formatBytes(1_536, 'en-US')).toBe('1.5 kB');
  expect(formatBytes(2 * 1024 ** 3, 'en-US')).toBe('2 GB');
});
