import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';
import { createKeyring } from './keyring.ts';

const keyring = await createKeyring();
const encryption = createEncryption(keyring);

test('any text can be decrypted after encryption', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (plain, context) => {
      expect(encryption.decrypt(encryption.encrypt(plain, context), context)).toBe(plain);
    }),
  );
});

test('the same secret has a different ciphertext each time, which does not contain it', () => {
  const [first, second] = [encryption.encrypt('hunter2', 'a'), encryption.encrypt('hunter2', 'a')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
    'hunter2',
  );
});

test('a value cannot be decrypted in another context', () => {
  const encrypted = encryption.encrypt('secret', 'account 1');
  expect(() => encryption.decrypt(encrypted, 'account 2')).toThrow();
});

test('a value with any byte changed cannot be decrypted', () => {
  const [id, body = ''] = encryption.encrypt('secret', 'context').split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((bytes[index] ?? 0) ^ 1, index);
    const value = `${id}.${changed.toString('base64url')}`;
    expect(() => encryption.decrypt(value, 'context')).toThrow();
  }
});

test.each(['', '.', 'nokey.AAAA', 'plain text'])('%j is not an encrypted value', (value) => {
  expect(() => encryption.decrypt(value, 'context')).toThrow();
});

test('a truncated tag is rejected', () => {
  const encrypted = encryption.encrypt('', 'context');
  for (let length = 0; length < encrypted.length; length += 1) {
    expect(() => encryption.decrypt(encrypted.slice(0, length), 'context')).toThrow();
  }
});

test('after a rotation the new key encrypts, and old values stay readable', async () => {
  const old = encryption.encrypt('kept', 'context');
  const { encryption: newKeys } = await createKeyring();
  const rotated = createEncryption({ ...keyring, encryption: [...newKeys, ...keyring.encryption] });
  expect(rotated.decrypt(old, 'context')).toBe('kept');
  expect(() => encryption.decrypt(rotated.encrypt('new', 'context'), 'context')).toThrow(
    'not in the keyring',
  );
});
