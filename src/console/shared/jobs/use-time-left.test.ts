import { expect, test } from 'vitest';
import { formatTimeLeft } from './use-time-left.ts';

test('formatTimeLeft follows the rate so far', () => {
  const left = (done: number, seconds: number) =>
    formatTimeLeft(110, { done: 10, at: 0 }, { done: done + 10, at: seconds * 1000 });
  expect(left(0, 10)).toBeUndefined();
  expect(left(50, 10)).toBe('Less than a minute left');
  expect(left(10, 20)).toBe('About 3 minutes left');
  expect(left(1, 120)).toBe('About 3 hours left');
  expect(left(100, 10)).toBeUndefined();
});
