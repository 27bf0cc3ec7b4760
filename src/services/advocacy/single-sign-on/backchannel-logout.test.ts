import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '#services/advocacy/single-sign-on/testing/openid-provider.ts';
import {
  openProviderSignIn,
  signInByProvider,
} from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

describeBothStorages('back-channel logout', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    provider = await startOpenIdProvider(clock);
    service = await startAdvocacy(store.storage, { oidc: provider.settings() }, { clock });
    await service.dependencies.singleSignOn?.metadata.refresh();
  });
  beforeEach(async () => {
    user = await createLinkedUser();
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  async function createLinkedUser(): Promise<AccountUser> {
    const account = await createAccountUser(service);
    await store.db.insert(userIdentities).values({
      userId: account.userId,
      issuer: provider.url,
      subject: subjectOf(account),
      createdAt: clock.now(),
    });
    return account;
  }
  const subjectOf = ({ userId }: AccountUser) => `subject ${userId}`;

  function signIn(account: AccountUser, sid: string): Promise<TokenResponse> {
    provider.claims = { sub: subjectOf(account), sid };
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
    const response = await send(await provider.logoutToken({ sid: sids[0], sub: subjectOf(user) }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await user.isAlive(ended)).toBe(false);
    expect(await user.isAlive(kept)).toBe(true);
  });

  test("ends all sessions of a person, and nobody else's", async () => {
    const other = await createLinkedUser();
    const tokens = [await signIn(user, 'a'), await signIn(user, 'b')];
    const kept = await signIn(other, 'a');
    await send(await provider.logoutToken({ sub: subjectOf(user) }));
    expect(await Promise.all(tokens.map(user.isAlive))).toEqual([false, false]);
    expect(await other.isAlive(kept)).toBe(true);
    await send(await provider.logoutToken({ sub: subjectOf(user), sid: 'a' }));
    expect(await other.isAlive(kept)).toBe(true);
  });

  test('ends a sign-in that the browser has not completed', async () => {
    provider.claims = { sub: subjectOf(user), sid: 'early' };
    const started = await openProviderSignIn(service, provider);
    const response = await started.comeBack(started.callback());
    await send(await provider.logoutToken({ sid: 'early' }));
    await expect(started.finish(response)).rejects.toThrow();
  });

  describe('with a token that', () => {
    test.each<[string, () => Promise<string>]>([
      ['is missing', async () => ''],
      ['is no token', async () => 'x.y.z'],
      ['is an id_token', () => provider.sign({ sub: subjectOf(user), nonce: 'n' })],
      ['has a nonce', () => provider.logoutToken({ sub: subjectOf(user), nonce: 'n' })],
      ['names nobody', () => provider.logoutToken({})],
      ['has no id', () => provider.logoutToken({ sub: subjectOf(user), jti: '' })],
      ['has no event', () => provider.logoutToken({ sub: subjectOf(user), events: {} } as never)],
      [
        'is for another application',
        () => provider.logoutToken({ sub: subjectOf(user), aud: 'other' }),
      ],
      [
        'is of another issuer',
        () => provider.logoutToken({ sub: subjectOf(user), iss: 'https://evil.example' }),
      ],
      [
        'is expired',
        () => provider.logoutToken({ sub: subjectOf(user), exp: provider.now() - 120 }),
      ],
      ['has another type', () => provider.logoutToken({ sub: subjectOf(user) }, { typ: 'at+jwt' })],
    ])('%s, ends nothing', async (_name, make) => {
      const tokens = await signIn(user, 'kept');
      const response = await send(await make());
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_request' });
      expect(await user.isAlive(tokens)).toBe(true);
    });

    test('was used before, ends no newer session', async () => {
      const token = await provider.logoutToken({ sub: subjectOf(user) });
      const statuses = await Promise.all([send(token), send(token), send(token)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const tokens = await signIn(user, 'newer');
      expect((await send(token)).status).toBe(400);
      expect(await user.isAlive(tokens)).toBe(true);
    });
  });
});
