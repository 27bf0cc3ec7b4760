import { describe, expect, test } from 'vitest';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import {
  FACTOR_KINDS,
  factorMethodName,
  factorName,
  findFactorOfKind,
  isPending,
} from './factor-kinds.ts';

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

describe('factorName and factorMethodName', () => {
  test.each([
    ['one_time_password', null, 'Authenticator app', 'Authenticator app'],
    ['out_of_band', 'sms', 'Text message', 'Text messages'],
    ['out_of_band', 'voice', 'Voice call', 'Phone calls'],
    ['out_of_band', 'fax', 'Fax', 'Fax'],
    ['out_of_band', 'email', 'Email', 'Email'],
    ['recovery_code', null, 'Recovery codes', 'Recovery codes'],
    ['out_of_band', 'pigeon', 'out_of_band pigeon', 'out_of_band pigeon'],
    ['passkey', null, 'passkey', 'passkey'],
  ])('%s by %s', (type, channel, name, methodName) => {
    expect(factorName(factor(type, channel))).toBe(name);
    expect(factorMethodName(factor(type, channel))).toBe(methodName);
  });
});

test('factorName falls back to the ID of a factor without a type', () => {
  expect(factorName(factor('', null))).toBe('Method 1');
});

test('findFactorOfKind matches both type and channel', () => {
  const factors = [factor('out_of_band', 'sms')];
  const found = FACTOR_KINDS.filter((kind) => findFactorOfKind(factors, kind));
  expect(found.map(({ id }) => id)).toEqual(['sms']);
});

test('a factor is pending if its status says so, or has a provisioning URL in place of a status', () => {
  const { attributes, ...rest } = factor('one_time_password', null);
  const others = { ...attributes, status: undefined };
  const url = 'otpauth://totp/x?secret=A';
  expect(isPending({ ...rest, attributes: { ...attributes, status: 'pending' } })).toBe(true);
  expect(isPending({ ...rest, attributes: { ...others, provisioning_url: url } })).toBe(true);
  expect(isPending({ ...rest, attributes: others })).toBe(false);
  expect(isPending({ ...rest, attributes: { ...attributes, provisioning_url: url } })).toBe(false);
});
