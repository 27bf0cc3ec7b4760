import { describe, expect, test } from 'vitest';
import { expiryTitle } from './expiry-title.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const EXPIRED = '2026-11-20T12:00:00Z';
const SOON = '2026-11-22T08:00:00Z';

describe('expiry title', () => {
  test('distinguishes accounts that will expire from those that have', () => {
    expect(expiryTitle([SOON], NOW)).toBe('1 account expires within 14 days');
    expect(expiryTitle([SOON, SOON], NOW)).toBe('2 accounts expire within 14 days');
    expect(expiryTitle([EXPIRED], NOW)).toBe('1 account has expired');
    expect(expiryTitle([EXPIRED, SOON, SOON], NOW)).toBe(
      '3 accounts have expired or will within 14 days',
    );
  });
});
