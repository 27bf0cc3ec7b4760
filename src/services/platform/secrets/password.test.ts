import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is hashed with argon2id and a random salt, and can be verified', async () => {
  const [first, second] = await Promise.all([hashPassword('pässword'), hashPassword('pässword')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, 'pässword')).toBe(true);
  for (const wrong of ['', 'passwort', 'pässword ', 'Pässword']) {
    expect(await verifyPassword(first, wrong)).toBe(false);
  }
});

test('no password matches a missing user or an invalid hash', async () => {
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
  expect(await verifyPassword('not a hash', 'not a hash')).toBe(false);
});
