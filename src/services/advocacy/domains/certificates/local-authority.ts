import { randomBytes, type webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { eq } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import { localAuthorities } from './certificates-table.ts';

const AUTHORITY = 'Patron local authority';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 90;
/** Tolerates visitors' clocks that are slow. */
const BACKDATED_SECONDS = 3600;
/** X.520. */
const COMMON_NAME_MAX = 64;
const KEY_CONTEXT = 'local_authorities.private_key';

export const encryptedAuthorityKeys = encryptedColumn({
  table: localAuthorities,
  key: localAuthorities.name,
  value: localAuthorities.privateKey,
  parts: {},
  contextOf: () => KEY_CONTEXT,
});

interface Authority {
  certificate: X509Certificate;
  privateKey: webcrypto.CryptoKey;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

/**
 * Our own certificate authority, used when no public one is configured. Its certificate is stored in
 * the database, so that all processes share it. No client trusts it by default.
 */
export function createLocalAuthority(dependencies: Dependencies): CertificateIssuer {
  return {
    id: 'local',
    async issue(name) {
      const authority = await getOrCreateAuthority(dependencies);
      const now = dependencies.clock.now();
      const expiresAt = addSeconds(now, CERTIFICATE_DAYS * DAY_SECONDS);
      const keys = await generateKeys();
      const subject = name.length <= COMMON_NAME_MAX ? `CN=${name}` : '';
      const certificate = await X509CertificateGenerator.create({
        serialNumber: randomSerial(),
        subject,
        issuer: authority.certificate.subject,
        notBefore: addSeconds(now, -BACKDATED_SECONDS),
        notAfter: expiresAt,
        signingAlgorithm: ALGORITHM,
        publicKey: keys.publicKey,
        signingKey: authority.privateKey,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          // RFC 5280: critical where the subject is empty.
          new SubjectAlternativeNameExtension([{ type: 'dns', value: name }], subject === ''),
          await SubjectKeyIdentifierExtension.create(keys.publicKey),
          await AuthorityKeyIdentifierExtension.create(authority.certificate),
        ],
      });
      return {
        chain: `${certificate.toString('pem')}\n${authority.certificate.toString('pem')}\n`,
        privateKey: await toPem(keys.privateKey),
        expiresAt,
      };
    },
  };
}

/** If several processes create one at the same time, the first one is kept. */
async function getOrCreateAuthority(dependencies: Dependencies): Promise<Authority> {
  const existing = await findAuthority(dependencies);
  if (existing) return existing;
  const { db, encryption } = dependencies;
  const { certificate, privateKey } = await generateAuthority(dependencies.clock.now());
  await db
    .insert(localAuthorities)
    .values({
      name: AUTHORITY,
      certificate: certificate.toString('pem'),
      privateKey: encryption.encrypt(await toPem(privateKey), KEY_CONTEXT),
    })
    .onConflictDoNothing();
  const stored = await findAuthority(dependencies);
  if (!stored) throw new Error('The local authority was not stored');
  return stored;
}

async function findAuthority({ db, encryption }: Dependencies): Promise<Authority | undefined> {
  const [row] = await db
    .select()
    .from(localAuthorities)
    .where(eq(localAuthorities.name, AUTHORITY));
  if (!row) return undefined;
  const pem = encryption.decrypt(row.privateKey, KEY_CONTEXT);
  return {
    certificate: new X509Certificate(row.certificate),
    privateKey: await crypto.subtle.importKey(
      'pkcs8',
      PemConverter.decodeFirst(pem),
      ALGORITHM,
      false,
      ['sign'],
    ),
  };
}

async function generateAuthority(now: Date): Promise<Authority> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: `CN=${AUTHORITY}`,
    notBefore: addSeconds(now, -BACKDATED_SECONDS),
    notAfter: addSeconds(now, AUTHORITY_DAYS * DAY_SECONDS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, privateKey: keys.privateKey };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function toPem(privateKey: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey);
  return `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`;
}

/** A positive number of 127 random bits, in hexadecimal. */
function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
