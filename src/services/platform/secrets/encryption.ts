import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type Keyring, memoized } from './keyring.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that must be readable later, such as credentials and TOTP seeds. */
export interface Encryption {
  /** @param context what the secret belongs to; the value can't be decrypted in another context */
  encrypt(plain: string, context: string): string;
  /** @throws when the key is unknown, or the value or its context was changed */
  decrypt(encrypted: string, context: string): string;
  /**
   * Keyed digests of a text that can't be recomputed later, such as the ID of something that was erased: one with
   * each key, the newest first. Store the first, and look for all: these keys outlive a rotation.
   */
  digests(text: string, context: string): string[];
}

/** AES-256-GCM with the keyring's first key. Values name their key, so older ones stay readable. */
export function createEncryption(keyring: Pick<Keyring, 'encryption' | 'codes'>): Encryption {
  const keys = memoized(
    () => keyring.encryption,
    (list) => new Map(list.map(({ id, key }) => [id, Buffer.from(key, 'base64url')] as const)),
  );
  return {
    digests: (text, context) =>
      keyring.codes.map((key) =>
        createHmac('sha256', Buffer.from(key, 'base64url'))
          .update(`${context}:${text}`)
          .digest('base64url'),
      ),
    encrypt(plain, context) {
      const [current] = keys();
      if (!current) throw new Error('The keyring has no encryption key');
      const [currentId, currentKey] = current;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${currentId}.${Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')}`;
    },
    decrypt(value, context) {
      const [id = '', body = ''] = value.split('.');
      const key = keys().get(id);
      if (!key) throw new Error('Encrypted with a key that is not in the keyring');
      const bytes = Buffer.from(body, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      // A shorter tag would be easier to guess.
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const encrypted = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    },
  };
}
