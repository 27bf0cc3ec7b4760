import { expect, test } from 'vitest';
import { formatSecret, readSecret } from './provisioning-code.tsx';

test('readSecret reads the secret of an otpauth URL', () => {
  const url = 'otpauth://totp/Patron:a%40b.test?issuer=Patron&secret=jbswy3dpehpk3pxp&digits=6';
  expect(readSecret(url)).toBe('JBSWY3DPEHPK3PXP');
});

test('readSecret is undefined without a secret', () => {
  expect(readSecret('otpauth://totp/Patron')).toBeUndefined();
  expect(readSecret('no address')).toBeUndefined();
});

test('formatSecret splits a secret into groups of four', () => {
  expect(formatSecret('JBSWY3DPEHPK3PXPQR')).toBe('JBSW Y3DP EHPK 3PXP QR');
});
