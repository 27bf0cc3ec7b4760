import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';
import { createKeyring } from './keyring.ts';

const keyring = await createKeyring();
const encryption = createEncryption(keyring);

test('what is encrypted is read again, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (plain, context) => {
      expect(encryption.decrypt(encryption.encrypt(plain, context), context)).toBe(plain);
    }),
  );
});

test('the same secret looks different each time, and shows nothing of itself', () => {
  const [first, second] = [encryption.encrypt('hunter2', 'a'), encryption.encrypt('hunter2', 'a')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
    'hunter2',
  );
});

test('a value that was moved to another place does not decrypt', () => {
  const sealed = encryption.encrypt('secret', 'account 1');
  expect(() => encryption.decrypt(sealed, 'account 2')).toThrow();
});

test('a value of which any byte was changed does not decrypt', () => {
  const [id, body = ''] = encryption.encrypt('secret', 'context').split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((bytes[index] ?? 0) ^ 1, index);
    const value = `${id}.${changed.toString('base64url')}`;
    expect(() => encryption.decrypt(value, 'context')).toThrow();
  }
});

test.each(['', '.', 'nokey.AAAA', 'plain text'])('%j is no encrypted value', (value) => {
  expect(() => encryption.decrypt(value, 'context')).toThrow();
});

test('a shortened tag is refused', () => {
  const sealed = encryption.encrypt('', 'context');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => encryption.decrypt(sealed.slice(0, length), 'context')).toThrow();
  }
});

test('after a rotation the new key encrypts, and what the old one encrypted stays readable', async () => {
  const old = encryption.encrypt('kept', 'context');
  const { encryption: newKeys } = await createKeyring();
  const rotated = createEncryption({ encryption: [...newKeys, ...keyring.encryption] });
  expect(rotated.decrypt(old, 'context')).toBe('kept');
  expect(() => encryption.decrypt(rotated.encrypt('new', 'context'), 'context')).toThrow(
    'not in the keyring',
  );
});
