import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink } from '#services/advocacy/account/one-time-links.ts';
import {
  createPasskeyUser,
  readPasskeyPage,
  submitPasskey,
} from '#services/advocacy/passkeys/testing/passkey-user.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { createPeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { identifyUser } from './identify-user.ts';
import type { OpenIdProvider } from './testing/openid-provider.ts';
import {
  createLinkedUser,
  insertIdentity,
  type LinkedUser,
  openProviderSignIn,
  signInByProvider,
  startWithProvider,
} from './testing/provider-sign-in.ts';

describeBothStorages('single sign-on withstands', (store) => {
  const clock = createTestClock();
  let provider: OpenIdProvider;
  let service: TestAdvocacy;
  let user: LinkedUser;

  beforeAll(async () => {
    ({ provider, service } = await startWithProvider(store.storage, clock));
  });
  beforeEach(async () => {
    provider.callback = {};
    provider.idToken = undefined;
    user = await createLinkedUser(service, provider);
    provider.claims = { sub: user.subject, email: user.email, email_verified: true };
  });
  afterAll(() => service.close());

  /** Expects that a sign-in ends on the sign-in page with an error. */
  async function expectRejected(change: (callback: URL) => void = () => {}) {
    const signIn = await openProviderSignIn(service, provider);
    const callback = signIn.callback();
    change(callback);
    const response = await signIn.comeBack(callback);
    expect(response.headers.get('location')).toBe(signIn.page.pathname);
    const page = await signIn.browser.get(signIn.page);
    expect(page.status).toBe(422);
    return page.text();
  }

  test('nothing, with right tokens', async () => {
    expect(await user.isAlive(await signInByProvider(service, provider))).toBe(true);
  });

  describe('a callback', () => {
    test('of another issuer, and one that does not say of which', async () => {
      provider.callback = { iss: 'https://evil.example' };
      await expectRejected();
      provider.callback = { iss: undefined };
      await expectRejected();
    });

    test("with another sign-in's code", async () => {
      const other = await openProviderSignIn(service, provider);
      const code = other.callback().searchParams.get('code') ?? '';
      await expectRejected((callback) => callback.searchParams.set('code', code));
    });

    test('that another browser opens, or that is opened again', async () => {
      const signIn = await openProviderSignIn(service, provider);
      const callback = signIn.callback();
      const victim = createPageBrowser();
      expect((await victim.get(callback)).status).toBe(400);
      const second = await openProviderSignIn(service, provider, victim);
      expect((await second.comeBack(callback)).status).toBe(400);
      expect(await user.isAlive(await signIn.finish(await signIn.comeBack(callback)))).toBe(true);
      const again = await signIn.comeBack(callback);
      expect(again.headers.get('location')).toBe(`${new URL(service.dependencies.publicUrl)}`);
    });

    test('with a changed or missing state, and one that is too late', async () => {
      const signIn = await openProviderSignIn(service, provider);
      for (const state of ['', 'x', 'x.y']) {
        const callback = signIn.callback();
        callback.searchParams.set('state', state);
        expect((await signIn.comeBack(callback)).status).toBe(400);
      }
      const [content = '', mac] = String(signIn.callback().searchParams.get('state')).split('.');
      const json = Buffer.from(content, 'base64url').toString();
      const changed = json.replace(/"boundTo":"[^"]+"/, '"boundTo":"//evil.example/"');
      const forged = signIn.callback();
      forged.searchParams.set('state', `${Buffer.from(changed).toString('base64url')}.${mac}`);
      expect((await signIn.comeBack(forged)).status).toBe(400);
      const callback = signIn.callback();
      clock.advance(1800);
      expect((await signIn.comeBack(callback)).status).toBe(400);
    });

    test('that leads elsewhere', async () => {
      const signIn = await openProviderSignIn(service, provider);
      const callback = signIn.callback();
      for (const name of ['redirect_uri', 'return_to', 'next', 'url']) {
        callback.searchParams.set(name, 'https://evil.example/');
      }
      const received = await signIn.browser.get(callback);
      expect(locationOf(received).origin).toBe(service.dependencies.publicUrl);
    });

    test('by which the provider reports an error, without showing its words', async () => {
      const text = await expectRejected((callback) => {
        callback.searchParams.delete('code');
        callback.searchParams.set('error', 'access_denied');
        callback.searchParams.set('error_description', '<b>call 555</b>');
      });
      expect(text).toContain('Acme didn&#39;t sign you in.');
      expect(text).not.toContain('555');
    });
  });

  describe('an id_token', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const clientSecret = () => Buffer.from(provider.settings().clientSecret ?? '') as never;
    const withNonce = async (make: (nonce: JWTPayload) => Promise<string>) => {
      const signIn = await openProviderSignIn(service, provider);
      const nonce = locationOf(signIn.started).searchParams.get('nonce');
      provider.idToken = () => make({ nonce, ...provider.claims });
      const response = await signIn.comeBack(signIn.callback());
      expect(response.headers.get('location')).toBe(signIn.page.pathname);
    };
    const unsigned = (claims: JWTPayload, header: object) =>
      [
        header,
        {
          iss: provider.url,
          aud: 'patron',
          iat: provider.now(),
          exp: provider.now() + 60,
          ...claims,
        },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');

    test.each<[string, (claims: JWTPayload) => Promise<string>]>([
      ['of another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example' })],
      [
        'of another application',
        (claims) => provider.sign({ ...claims, aud: 'other', azp: 'other' }),
      ],
      [
        'for several applications, asked for by another one',
        (claims) => provider.sign({ ...claims, aud: ['patron', 'other'], azp: 'other' }),
      ],
      ['signed with another key', (claims) => provider.sign(claims, { key: other as never })],
      [
        'signed with the client secret',
        (claims) => provider.sign(claims, { header: { alg: 'HS256' }, key: clientSecret() }),
      ],
      ['that is not signed', async (claims) => `${unsigned(claims, { alg: 'none' })}.`],
      ['that is expired', (claims) => provider.sign({ ...claims, exp: provider.now() - 120 })],
      ['without a time', (claims) => provider.sign({ ...claims, iat: undefined as never })],
      ['of another sign-in', (claims) => provider.sign({ ...claims, nonce: 'another' })],
      ['without a nonce', (claims) => provider.sign({ ...claims, nonce: undefined })],
      ['without a subject', (claims) => provider.sign({ ...claims, sub: undefined as never })],
      ['that is a logout token', (claims) => provider.logoutToken(claims)],
      ['that is a logout token without a type', (claims) => provider.logoutToken(claims, {})],
    ])('%s', (_name, make) => withNonce(make));

    test('signed with a new key, which works once the keys were fetched', async () => {
      await service.dependencies.singleSignOn?.metadata.refresh();
      await provider.rotateKeys('second');
      const fetched = () => provider.requests.filter((request) => request.endsWith('/keys')).length;
      const before = fetched();
      await expectRejected();
      expect(fetched()).toBe(before);
      clock.advance(30);
      expect(await user.isAlive(await signInByProvider(service, provider))).toBe(true);
      expect(fetched()).toBe(before + 1);
    });
  });

  describe('claims', () => {
    const identify = (claims: JWTPayload, settings: Partial<OidcSettings> = {}) =>
      identifyUser(
        { ...service.dependencies, settings: provider.settings(settings) },
        { sub: 'a new subject', ...claims },
        undefined,
      );

    /** An account that has proven its address, and is not linked. */
    async function unlinked() {
      const account = await createAccountUser(service);
      return { account, email: account.email, domain: account.email.split('@')[1] ?? '' };
    }

    test('that do not prove the address', async () => {
      const { email, domain } = await unlinked();
      const domains = [domain];
      for (const [claims, settings] of [
        [{ email }, {}],
        [{ email, email_verified: false }, {}],
        [{ email, email_verified: 'true' }, {}],
        [{ email, email_verified: 'false' }, { domains }],
        [{ email, email_verified: false }, { domains }],
        [{ email, email_verified: null }, { domains }],
        [{ email, email_verified: true }, { domains: ['acme.test'] }],
        [{ email }, { domains: ['acme.test'] }],
        [{ email: [email], email_verified: true }, {}],
        [{ email_verified: true }, {}],
        [{ preferred_username: email, upn: email, email_verified: true }, { domains }],
      ] as [JWTPayload, Partial<OidcSettings>][]) {
        expect(await identify(claims, settings)).toMatchObject({ outcome: 'rejected' });
      }
      for (const settings of [{ domains }, { domains: undefined }]) {
        const claims = { email, email_verified: true };
        expect(await identify(claims, settings)).toMatchObject({ outcome: 'unlinked' });
      }
      expect(await identify({ email }, { domains })).toMatchObject({ outcome: 'unlinked' });
    });

    test('of another company, also of a person who is linked', async () => {
      const settings = { require: { hd: 'acme.test' } };
      for (const hd of ['evil.test', undefined, ['acme.test'], 'acme.test.evil.test']) {
        const claims = { ...provider.claims, hd };
        expect(await identify(claims, settings)).toMatchObject({
          outcome: 'rejected',
          reason: 'the claim hd is not as required',
        });
      }
      expect(await identify({ ...provider.claims, hd: 'acme.test' }, settings)).toMatchObject({
        outcome: 'linked',
      });
    });

    test("of a new subject with a linked person's address", async () => {
      const claims = { email: user.email, email_verified: true };
      expect(await identify(claims)).toMatchObject({ outcome: 'rejected', email: undefined });
    });

    test('with an address that another account only claims', async () => {
      const { account } = await unlinked();
      const email = `victim-${account.email}`;
      await store.db.update(users).set({ email }).where(eq(users.id, account.userId));
      const claims = { email, email_verified: true };
      expect(await identify(claims)).toMatchObject({ outcome: 'rejected', email });
      const team = await createPeopleTeam(service);
      await team.invite(email);
      const found = await identify(claims);
      expect(found).toMatchObject({ outcome: 'linked', user: { email } });
      expect(found.outcome === 'linked' && found.user.id).not.toBe(account.userId);
    });

    test("whose reason in the log has no values but claims' names", async () => {
      const claims = { sub: 'unknown', email: 'secret@acme.test', given_name: 'Secret' };
      const found = await identify(claims);
      expect(found).toMatchObject({
        reason: 'no proven address in the claims email, given_name, sub',
      });
    });
  });

  test('a reset link that a linked person got before', async () => {
    const token = await createLink(store.db, clock, {
      purpose: 'password_reset',
      userId: user.userId,
    });
    const browser = createPageBrowser();
    const url = `${service.baseUrl}/oauth/reset-password?token=${token}`;
    expect((await browser.get(url)).status).toBe(400);
    const form = { token, password: 'quiet lantern over water' };
    expect((await browser.post(`${service.baseUrl}/oauth/reset-password`, form)).status).toBe(400);
  });

  test('an old passkey of a linked person, which only confirms', async () => {
    const owner = await createPasskeyUser(service);
    const { publicUrl: origin } = service.dependencies;
    const opened = await openSignIn(service.baseUrl);
    const { options } = await readPasskeyPage(opened);
    const subject = randomUUID();
    await insertIdentity(service, provider, { userId: owner.userId, subject });
    clock.advance(1);
    const rejected = await submitPasskey(opened, owner.authenticator.sign(options, { origin }));
    expect(rejected.status).toBe(422);
    expect(await rejected.text()).toContain('This account signs in with Acme.');

    provider.claims = { sub: subject };
    const tokens = await signInByProvider(service, provider);
    const { body } = await owner.call(tokens, 'POST', '/account/v1/step-up/options');
    const credential = owner.authenticator.sign(body.data, { origin });
    const confirmed = await owner.call(tokens, 'POST', '/account/v1/step-up', { credential });
    expect(confirmed.status).toBe(200);
  });
});
