import { expect, test } from 'vitest';
import { estimateStrength } from './estimate-strength.ts';

const estimate = (password: string) => estimateStrength(password, 'ana.marsh@brand.test');

test('estimateStrength knows repetitions, sequences, keys in a row, dates and the address', () => {
  for (const weak of [
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'qwertyuiop12',
    'password1234',
    'marshmarsh12',
  ]) {
    expect([weak, estimate(weak)]).toEqual([weak, expect.toSatisfy((score) => score < 3)]);
  }
});

test('estimateStrength likes a few random words, and long passwords take no longer', () => {
  expect(estimate('quiet lantern over water')).toBe(4);
  expect(estimate('x7#kQ'.repeat(200))).toBeGreaterThan(1);
});
