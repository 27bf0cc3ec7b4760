import { expect, test } from 'vitest';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { nextDefault, usableFactors } from './usable-factors.ts';

function factor(
  id: string,
  attributes: Partial<AuthenticationFactor['attributes']> = {},
): AuthenticationFactor {
  return {
    id,
    type: 'authentication_factor',
    attributes: {
      status: 'active',
      type: 'out_of_band',
      channel: 'sms',
      external_id: null,
      provisioning_url: null,
      created_at: '2026-03-04T10:00:00.000Z',
      ...attributes,
    },
  };
}

const first = factor('9', { created_at: '2026-03-01T10:00:00.000Z' });
const second = factor('10');
const third = factor('11');
const pending = factor('2', { status: 'pending', created_at: '2026-01-01T10:00:00.000Z' });
const codes = factor('1', {
  type: 'recovery_code',
  channel: null,
  created_at: '2026-01-01T10:00:00.000Z',
});

test('usableFactors leaves out pending factors and recovery codes', () => {
  expect(usableFactors([pending, codes, first])).toEqual([first]);
});

test('nextDefault is the oldest usable factor, by id if two are equally old', () => {
  expect(nextDefault([third, second, pending, codes, first], first)).toBe(second);
  expect(nextDefault([third, second, first], second)).toBe(first);
});

test('nextDefault is never a recovery code or a pending factor', () => {
  expect(nextDefault([first, pending, codes], first)).toBeUndefined();
});
