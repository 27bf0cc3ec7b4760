import { expect, test } from 'vitest';
import { expiryTitle } from './expiry-title.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const ENDED = '2026-11-20T12:00:00Z';
const SOON = '2026-11-22T08:00:00Z';

test('accounts that stop soon, and those that have stopped, are told apart', () => {
  expect(expiryTitle([SOON], NOW)).toBe('1 connected account stops working within 7 days');
  expect(expiryTitle([SOON, SOON], NOW)).toBe('2 connected accounts stop working within 7 days');
  expect(expiryTitle([ENDED], NOW)).toBe('1 connected account has stopped working');
  expect(expiryTitle([ENDED, SOON, SOON], NOW)).toBe(
    '3 connected accounts have stopped working or will within 7 days',
  );
});

test('a whole page of them may not be all', () => {
  expect(expiryTitle(Array(25).fill(SOON), NOW)).toBe(
    'At least 25 connected accounts stop working within 7 days',
  );
});
