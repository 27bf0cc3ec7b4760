import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '#contract/account/password.ts';
import { estimateStrength } from './estimate-strength.ts';

const estimate = (password: string) => estimateStrength(password, 'ana.marsh@brand.test');

test('estimateStrength knows repetitions, sequences, keys in a row, dates and the address', () => {
  for (const weak of [
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'qwertyuiop12',
    'password1234',
    '12.03.1987!!',
    'marshmarsh12',
  ]) {
    expect([weak, estimate(weak)]).toEqual([weak, expect.toSatisfy((score) => score < 3)]);
  }
});

test('estimateStrength warns of every common password that is long enough, and of padded ones', () => {
  const common = dictionary['passwords-common'];
  const long = common.filter((password) => [...password].length >= PASSWORD_MIN_LENGTH);
  expect(long.filter((password) => estimate(password.toUpperCase()) > 0)).toEqual([]);
  const padded = common.slice(0, 200).map((password) => password.padEnd(PASSWORD_MIN_LENGTH));
  expect(padded.filter((password) => estimate(password) > 2)).toEqual([]);
  expect(estimate('ana.marsh@brand.test')).toBeLessThan(3);
});

test('estimateStrength is 4 for a few random words, and can be for a very long password', () => {
  expect(estimate('quiet lantern over water')).toBe(4);
  expect(estimate('x7#kQ'.repeat(200))).toBeGreaterThan(1);
});
