import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import type { OpenIdProvider } from './testing/openid-provider.ts';
import {
  createLinkedUser,
  type LinkedUser,
  openProviderSignIn,
  signInByProvider,
  startWithProvider,
} from './testing/provider-sign-in.ts';

describeBothStorages('back-channel logout', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;
  let user: LinkedUser;

  beforeAll(async () => {
    ({ provider, service } = await startWithProvider(store.storage, clock));
  });
  beforeEach(async () => {
    user = await createLinkedUser(service, provider);
  });
  afterAll(() => service.close());

  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const logoutClaims = () => ({
    sub: user.subject,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const withoutEnd = () => ({ sub: user.subject, exp: undefined }) as never as JWTPayload;

  function signIn({ subject }: LinkedUser, sid: string): Promise<TokenResponse> {
    provider.claims = { sub: subject, sid };
    return signInByProvider(service, provider);
  }

  const send = (logout_token: string) =>
    fetch(`${service.baseUrl}/oauth/sso/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token }),
    });

  test('ends the session that it names, and no other', async () => {
    const sids = [randomUUID(), randomUUID()] as const;
    const [ended, kept] = [await signIn(user, sids[0]), await signIn(user, sids[1])];
    const response = await send(await provider.logoutToken({ sid: sids[0], sub: user.subject }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await user.isAlive(ended)).toBe(false);
    expect(await user.isAlive(kept)).toBe(true);
  });

  test("ends all sessions of a person, and nobody else's", async () => {
    const other = await createLinkedUser(service, provider);
    const tokens = [await signIn(user, 'a'), await signIn(user, 'b')];
    const kept = await signIn(other, 'a');
    await send(await provider.logoutToken({ sub: user.subject }));
    expect(await Promise.all(tokens.map(user.isAlive))).toEqual([false, false]);
    expect(await other.isAlive(kept)).toBe(true);
    await send(await provider.logoutToken({ sub: user.subject, sid: 'a' }));
    expect(await other.isAlive(kept)).toBe(true);
  });

  test('ends sessions by a token without an end for two minutes, and once', async () => {
    const tokens = await signIn(user, 'a');
    const token = await provider.logoutToken({ ...withoutEnd(), iat: provider.now() - 179 });
    expect((await send(token)).status).toBe(200);
    expect(await user.isAlive(tokens)).toBe(false);
    const newer = await signIn(user, 'b');
    expect((await send(token)).status).toBe(400);
    expect(await user.isAlive(newer)).toBe(true);
  });

  test('ends a sign-in that the browser has not completed', async () => {
    provider.claims = { sub: user.subject, sid: 'early' };
    const started = await openProviderSignIn(service, provider);
    const response = await started.comeBack(started.callback());
    await send(await provider.logoutToken({ sid: 'early' }));
    await expect(started.finish(response)).rejects.toThrow();
  });

  describe('with a token that', () => {
    test.each<[string, () => Promise<string>]>([
      ['is missing', async () => ''],
      ['is no token', async () => 'x.y.z'],
      ['is an id_token', () => provider.sign({ sub: user.subject, nonce: 'n' })],
      ['has a nonce', () => provider.logoutToken({ sub: user.subject, nonce: 'n' })],
      ['names nobody', () => provider.logoutToken({})],
      ['has no id', () => provider.logoutToken({ sub: user.subject, jti: '' })],
      ['has no event', () => provider.logoutToken({ sub: user.subject, events: {} } as never)],
      [
        'is for another application',
        () => provider.logoutToken({ sub: user.subject, aud: 'other' }),
      ],
      [
        'is of another issuer',
        () => provider.logoutToken({ sub: user.subject, iss: 'https://evil.example' }),
      ],
      ['is expired', () => provider.logoutToken({ sub: user.subject, exp: provider.now() - 120 })],
      [
        'has no end, and was issued over two minutes ago',
        () => provider.logoutToken({ ...withoutEnd(), iat: provider.now() - 181 }),
      ],
      [
        'is signed with another key',
        () => provider.sign(logoutClaims(), { key: otherKey.privateKey as never }),
      ],
      [
        'is signed with the client secret',
        () =>
          provider.sign(logoutClaims(), {
            header: { alg: 'HS256' },
            key: Buffer.from(provider.settings().clientSecret ?? '') as never,
          }),
      ],
      ['has no times', () => provider.logoutToken({ ...withoutEnd(), iat: undefined } as never)],
      ['has another type', () => provider.logoutToken({ sub: user.subject }, { typ: 'at+jwt' })],
    ])('%s, ends nothing', async (_name, make) => {
      const tokens = await signIn(user, 'kept');
      const response = await send(await make());
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_request' });
      expect(await user.isAlive(tokens)).toBe(true);
    });

    test('was used before, ends no newer session', async () => {
      const token = await provider.logoutToken({ sub: user.subject });
      const statuses = await Promise.all([send(token), send(token), send(token)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const tokens = await signIn(user, 'newer');
      expect((await send(token)).status).toBe(400);
      expect(await user.isAlive(tokens)).toBe(true);
    });
  });
});
