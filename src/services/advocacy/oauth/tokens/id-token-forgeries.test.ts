import { type CryptoKey, decodeJwt, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from '#services/advocacy/testing/api-client.ts';
import { createUser, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { authenticate } from './bearer.ts';

describeStorages('forged id_token', (store) => {
  let service: TestAdvocacy;
  let userId: number;
  let accessToken: string;
  let right: string;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    const { db, clock, idTokens } = service.dependencies;
    ({ userId } = await createUser(db, 'ada@brand.test'));
    accessToken = await grantAccessToken(db, clock, { userId, scopes: ['identity:write'] });
    const caller = await authenticate(db, clock, `Bearer ${accessToken}`);
    right = caller ? await idTokens.issue(caller) : '';
  });
  afterAll(() => service.close());

  /** Whether a sensitive request (that changes nothing) is accepted with the token. */
  const isAccepted = async (idToken: string) => {
    const call = createApiClient(service.baseUrl, accessToken);
    const path = `/v2/me?${new URLSearchParams({ id_token: idToken })}`;
    const document = { data: { type: 'user', id: String(userId), attributes: {} } };
    const { status } = await call('PATCH', path, document);
    if (status !== 200) expect(status).toBe(403);
    return status === 200;
  };
  const signingKey = () => {
    const [current] = service.dependencies.keyring.signing;
    if (!current) throw new Error('There is no signing key');
    return current;
  };

  /** Signs a token; by default an exact copy of the service's. */
  const forge = async ({
    claims = {},
    header = {},
    key,
  }: {
    claims?: Record<string, unknown>;
    header?: Record<string, unknown>;
    key?: CryptoKey | Uint8Array;
  }) => {
    const current = signingKey();
    const own = decodeJwt(right);
    const payload = Object.entries({ ...own, ...claims }).filter(([, value]) => value !== null);
    return new SignJWT(Object.fromEntries(payload))
      .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'step-up+jwt', ...header })
      .sign(key ?? (await importJWK(current, 'ES256')));
  };
  const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('is accepted if nothing is forged', async () => {
    expect(await isAccepted(await forge({}))).toBe(true);
  });

  test.each<[string, Record<string, unknown>]>([
    ['another user', { sub: '999999' }],
    ['no user', { sub: null }],
    ['another access token', { ath: 'x'.repeat(43) }],
    ['no access token', { ath: null }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'https://elsewhere.example' }],
    ['no audience', { aud: null }],
    ['an expiry in the past', { exp: 1 }],
    ['no expiry', { exp: null }],
    ['a start in the future', { nbf: 9_999_999_999 }],
  ])('is rejected with our key and %s', async (_what, claims) => {
    expect(await isAccepted(await forge({ claims }))).toBe(false);
  });

  test('is rejected with another type or an unknown key id', async () => {
    for (const header of [{ typ: 'JWT' }, { typ: 'at+jwt' }, { kid: 'unknown' }]) {
      expect(await isAccepted(await forge({ header }))).toBe(false);
    }
  });

  test('is rejected with another key, or our public key as a shared secret', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    expect(await isAccepted(await forge({ key: privateKey }))).toBe(false);
    const { d: _, ...publicKey } = signingKey();
    for (const secret of [JSON.stringify(publicKey), 'secret']) {
      const key = new TextEncoder().encode(secret);
      const forged = await forge({ header: { alg: 'HS256' }, key });
      expect(await isAccepted(forged)).toBe(false);
    }
  });

  test('is rejected without a signature or with changed claims', async () => {
    const [header = '', payload = '', signature = ''] = right.split('.');
    const none = base64url({ alg: 'none', typ: 'step-up+jwt' });
    const later = base64url({ ...decodeJwt(`${header}.${payload}.`), exp: 9_999_999_999 });
    for (const forged of [
      '',
      'x',
      accessToken,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${later}.${signature}`,
    ]) {
      expect(await isAccepted(forged), forged).toBe(false);
    }
  });
});
