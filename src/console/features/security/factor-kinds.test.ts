import { expect, test } from 'vitest';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { FACTOR_KINDS, factorName, findFactorOfKind } from './factor-kinds.ts';

function factor(type: string, channel: string | null): AuthenticationFactor {
  return {
    id: '1',
    type: 'authentication_factor',
    attributes: {
      status: 'active',
      type,
      channel,
      external_id: null,
      provisioning_url: null,
      created_at: '2026-03-04T10:00:00.000Z',
    },
  };
}

test.each([
  ['one_time_password', null, 'Authenticator app'],
  ['out_of_band', 'sms', 'Text message'],
  ['out_of_band', 'voice', 'Voice call'],
  ['out_of_band', 'fax', 'Fax'],
  ['out_of_band', 'email', 'Email'],
  ['recovery_code', null, 'Recovery codes'],
])('names %s by %s "%s"', (type, channel, name) => {
  expect(factorName(factor(type, channel))).toBe(name);
});

test('names an unknown kind by its type and channel', () => {
  expect(factorName(factor('out_of_band', 'pigeon'))).toBe('out_of_band pigeon');
  expect(factorName(factor('passkey', null))).toBe('passkey');
});

test("findFactorOfKind matches the kind's type and channel", () => {
  const factors = [factor('out_of_band', 'sms')];
  expect(
    FACTOR_KINDS.filter((kind) => findFactorOfKind(factors, kind)).map(({ id }) => id),
  ).toEqual(['sms']);
});
