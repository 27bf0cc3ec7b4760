import { describe, expect, test } from 'vitest';
import {
  createAuthenticationFactor,
  maskPhoneNumber,
  verifyAuthenticationFactor,
} from './authentication-factors.ts';

function createPointers(attributes: unknown): string[] {
  const result = createAuthenticationFactor.body.safeParse({
    data: { type: 'authentication_factor', attributes },
  });
  return (result.error?.issues ?? []).map((issue) => `/${issue.path.join('/')}`);
}

function verifyPointers(data: Record<string, unknown>): string[] {
  const result = verifyAuthenticationFactor.body.safeParse({
    data: { type: 'authentication_factor', id: '1', ...data },
  });
  return (result.error?.issues ?? []).map((issue) => `/${issue.path.join('/')}`);
}

describe('create attributes', () => {
  test.each([
    { type: 'one_time_password' },
    { type: 'one_time_password', channel: null, external_id: null },
    { type: 'recovery_code' },
    { type: 'out_of_band', channel: 'email' },
    { type: 'out_of_band', channel: 'sms', external_id: '+15551234567' },
    { type: 'out_of_band', channel: 'voice', external_id: '+4915112345678' },
    { type: 'out_of_band', channel: 'fax', external_id: '+15551234567', unknown: 1 },
  ])('accept %o', (attributes) => {
    expect(createPointers(attributes)).toEqual([]);
  });

  test.each([
    [{}, ['type']],
    [{ type: 'password' }, ['type']],
    [{ type: 'out_of_band' }, ['channel']],
    [{ type: 'out_of_band', channel: null }, ['channel']],
    [{ type: 'out_of_band', channel: 'pigeon' }, ['channel']],
    [{ type: 'one_time_password', channel: 'sms' }, ['channel', 'external_id']],
    [{ type: 'one_time_password', channel: 'email' }, ['channel']],
    [{ type: 'recovery_code', external_id: '+15551234567' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'email', external_id: '+15551234567' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'sms' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'sms', external_id: '' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'sms', external_id: '5551234567' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'sms', external_id: '+1 555 123 4567' }, ['external_id']],
    [{ type: 'out_of_band', channel: 'sms', external_id: 15551234567 }, ['external_id']],
  ])('reject %o at %o', (attributes, names) => {
    expect(createPointers(attributes)).toEqual(names.map((name) => `/data/attributes/${name}`));
  });
});

describe('verify attributes', () => {
  const both = ['/data/attributes/challenge', '/data/attributes/otp_attempt'];

  test.each([
    { attributes: {} },
    { attributes: { challenge: '', otp_attempt: null } },
    { attributes: { otp_attempt: '  ' } },
    {},
  ])('report both codes if neither is given: %o', (data) => {
    expect(verifyPointers(data)).toEqual(both);
  });

  test.each([' 123456 ', '123 456', '123-456', '123\u00a0456'])(
    'accept %j as one code',
    (typed) => {
      const body = verifyAuthenticationFactor.body.parse({
        data: { type: 'authentication_factor', id: '1', attributes: { otp_attempt: typed } },
      });
      expect(body.data.attributes.otp_attempt).toBe('123456');
    },
  );

  test('must be text', () => {
    expect(verifyPointers({ attributes: { challenge: 123456 } })).toEqual([
      '/data/attributes/challenge',
    ]);
  });
});

test('a masked phone number shows its first and last two digits', () => {
  expect(maskPhoneNumber('+15550100134')).toBe('+15•••34');
});
