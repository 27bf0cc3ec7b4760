import { expect, test } from 'vitest';
import { inGroups, provisioningSecret } from './provisioning-secret.ts';

test('reads the secret of an otpauth address', () => {
  const url = 'otpauth://totp/Patron:a%40b.test?issuer=Patron&secret=jbswy3dpehpk3pxp&digits=6';
  expect(provisioningSecret(url)).toBe('JBSWY3DPEHPK3PXP');
});

test('has no secret of what holds none', () => {
  expect(provisioningSecret('otpauth://totp/Patron')).toBeUndefined();
  expect(provisioningSecret('no address')).toBeUndefined();
});

test('shows a secret in groups of four', () => {
  expect(inGroups('JBSWY3DPEHPK3PXPQR')).toBe('JBSW Y3DP EHPK 3PXP QR');
});
