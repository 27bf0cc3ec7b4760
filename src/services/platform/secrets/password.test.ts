import { hash } from '@node-rs/argon2';
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

test('a password is the same in each Unicode form', async () => {
  const typed = 'Pâté-de-l’été-2026';
  for (const [one, other] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const stored = await hashPassword(typed.normalize(one));
    expect(await verifyPassword(stored, typed.normalize(other))).toBe(true);
  }
});

test('a password that was hashed as it was typed is still correct', async () => {
  const typed = 'Pâté-de-l’été-2026'.normalize('NFD');
  expect(await verifyPassword(await hash(typed), typed)).toBe(true);
});
