import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const FLAGS = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, created: 64 };

export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

export interface RequestOptions {
  challenge: string;
  rpId?: string;
}

export interface Signing {
  origin: string;
  /** The user handle that it claims; by default its own. */
  userHandle?: string;
  isUserVerified?: boolean;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/**
 * One passkey of an authenticator in software.
 * @param counter of the first signature; undefined: it has none and always sends 0
 */
export function createAuthenticator({
  isSynced = false,
  counter,
}: {
  isSynced?: boolean;
  counter?: number;
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const rawId = id.toString('base64url');
  let handle = '';
  let next = counter ?? 0;

  function authenticatorData(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    const backup = isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(next);
    if (counter !== undefined) next += 1;
    return Buffer.concat([sha256(rpId), Buffer.from([flags | backup]), count, attested]);
  }

  return {
    id: rawId,
    /** The counter of the next signature. */
    setCounter(value: number) {
      next = value;
    },
    create({ challenge, rp, user }: CreationOptions, { origin, isUserVerified = true }: Signing) {
      handle = user.id;
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const flags = FLAGS.created | FLAGS.userPresent | (isUserVerified ? FLAGS.userVerified : 0);
      const authData = authenticatorData(rp.id ?? '', flags, attested);
      // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        id: rawId,
        rawId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(
      { challenge, rpId = '' }: RequestOptions,
      { origin, userHandle = handle, isUserVerified = true }: Signing,
    ) {
      const flags = FLAGS.userPresent | (isUserVerified ? FLAGS.userVerified : 0);
      const authData = authenticatorData(rpId, flags);
      const json = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256').update(authData).update(sha256(json)).sign(privateKey);
      return {
        id: rawId,
        rawId,
        type: 'public-key',
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}
