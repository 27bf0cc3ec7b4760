import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '#contract/account/passkeys.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createAuthenticator } from '#services/advocacy/testing/authenticator.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { deleteExpiredChallenges } from './passkey-challenges.ts';
import { passkeys, usedPasskeyChallenges } from './passkeys-table.ts';
import { findRelyingParty } from './relying-party.ts';

const PASSKEYS = '/account/v1/passkeys';

describeBothStorages('passkeys of the signed-in user (decisions.md, 65)', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof createPasskeyUser>>;
  let origin: string;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    origin = service.dependencies.publicUrl;
  });
  beforeEach(async () => {
    user = await createPasskeyUser();
  });
  afterAll(() => service.close());

  async function createPasskeyUser() {
    const account = await createAccountUser(service);
    const tokens = await account.signIn();
    const idToken = await account.confirm(tokens);
    const call = (method: string, path: string, body?: unknown) =>
      account.call(tokens, method, path, body);
    const proven = (path: string) => `${PASSKEYS}${path}?id_token=${idToken}`;
    const options = async () => {
      const { status, body } = await call('POST', proven('/options'));
      expect(status).toBe(200);
      return body.data;
    };
    return {
      ...account,
      callAs: account.call,
      tokens,
      call,
      proven,
      options,
      create: (credential: unknown, name = 'Laptop') =>
        call('POST', proven(''), { name, credential }),
      async add(authenticator = createAuthenticator(), name = 'Laptop') {
        const credential = authenticator.create(await options(), { origin });
        const { status, body } = await call('POST', proven(''), { name, credential });
        expect(status).toBe(201);
        return { authenticator, passkey: body.data };
      },
      subjects: async () => (await account.received()).map(({ subject }) => subject),
      stepUpOptions: async () => (await call('POST', '/account/v1/step-up/options')).body?.data,
      stepUp: (credential: unknown) => call('POST', '/account/v1/step-up', { credential }),
    };
  }
  const actionsOf = async (userId: number) => {
    const rows = await store.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.userId, userId))
      .orderBy(auditEvents.id);
    return rows.map(({ action }) => action).filter((action) => action.startsWith('passkey'));
  };

  test('are added, listed, renamed and removed, with emails and security events', async () => {
    const { passkey } = await user.add(createAuthenticator({ isSynced: true }));
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Laptop',
      created_at: service.clock.now().toISOString(),
      last_used_at: null,
      synced: true,
      usable: true,
    });
    expect((await user.call('GET', PASSKEYS)).body).toEqual({
      data: [passkey],
      total: 1,
      next_cursor: null,
      more: false,
    });
    const renamed = await user.call('PATCH', `${PASSKEYS}/${passkey.id}`, { name: 'Phone' });
    expect(renamed.body.data).toEqual({ ...passkey, name: 'Phone' });
    expect((await user.call('DELETE', user.proven(`/${passkey.id}`))).status).toBe(204);
    expect((await user.call('GET', PASSKEYS)).body.data).toEqual([]);
    expect(await actionsOf(user.userId)).toEqual([
      'passkey.create',
      'passkey.update',
      'passkey.delete',
    ]);
    expect(await user.subjects()).toEqual([
      'A passkey was removed from your Patron account',
      'A passkey was added to your Patron account',
    ]);
  });

  test('are created discoverable, verified, without attestation, and with a random handle', async () => {
    const first = await user.options();
    expect(first).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32);
    const second = await user.options();
    expect(second.user.id).toBe(first.user.id);
    expect(second.challenge).not.toBe(first.challenge);
    expect((await (await createPasskeyUser()).options()).user.id).not.toBe(first.user.id);
    const { authenticator } = await user.add();
    expect((await user.options()).excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('ask for the password before one is added or removed', async () => {
    const { passkey, authenticator } = await user.add();
    const credential = authenticator.create(await user.options(), { origin });
    for (const [method, path, body] of [
      ['POST', `${PASSKEYS}/options`],
      ['POST', PASSKEYS, { name: 'Phone', credential }],
      ['DELETE', `${PASSKEYS}/${passkey.id}`],
    ] as const) {
      const { status, body: error } = await user.call(method, path, body);
      expect([path, status, error.errors[0].code]).toEqual([path, 403, '403']);
    }
  });

  test("belong to their user: another's is neither renamed nor removed", async () => {
    const stranger = await createPasskeyUser();
    const { passkey } = await stranger.add();
    const path = `${PASSKEYS}/${passkey.id}`;
    expect((await user.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await user.call('DELETE', user.proven(`/${passkey.id}`))).status).toBe(404);
    expect((await stranger.call('GET', PASSKEYS)).body.data).toEqual([passkey]);
  });

  test('are rejected for a wrong challenge, origin or user verification, and a second time', async () => {
    const stranger = await createPasskeyUser();
    const authenticator = createAuthenticator();
    const options = await user.options();
    const rejected = [
      authenticator.create({ ...options, challenge: 'AAAA' }, { origin }),
      authenticator.create(await stranger.options(), { origin }),
      authenticator.create(options, { origin: 'http://localhost:1' }),
      authenticator.create(options, { origin, isUserVerified: false }),
      authenticator.create({ ...options, rp: { id: 'evil.test' } }, { origin }),
    ];
    for (const credential of rejected) {
      expect((await user.create(credential)).status).toBe(422);
    }
    const credential = authenticator.create(options, { origin });
    expect((await user.create(credential)).status).toBe(201);
    expect((await user.create(credential)).status).toBe(422);
    const late = createAuthenticator().create(await user.options(), { origin });
    service.clock.advance(300);
    expect((await user.create(late)).status).toBe(422);
    expect((await user.call('GET', PASSKEYS)).body.total).toBe(1);
  });

  test('of one challenge, only one of parallel requests adds one', async () => {
    const options = await user.options();
    const credentials = Array.from({ length: 4 }, () =>
      createAuthenticator().create(options, { origin }),
    );
    const responses = await Promise.all(credentials.map((credential) => user.create(credential)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  test(`are at most ${PASSKEYS_MAX}`, async () => {
    const { passkey } = await user.add();
    const [row] = await store.db.select().from(passkeys).where(eq(passkeys.id, passkey.id));
    const { id: _id, ...values } = row as NonNullable<typeof row>;
    await store.db.insert(passkeys).values(
      Array.from({ length: PASSKEYS_MAX - 1 }, (_, n) => ({
        ...values,
        credentialId: `${passkey.id}-${n}`,
      })),
    );
    expect((await user.call('POST', user.proven('/options'))).status).toBe(422);
    expect((await user.call('GET', PASSKEYS)).body.total).toBe(PASSKEYS_MAX);
  });

  test('keep the last way to sign in', async () => {
    const { passkey } = await user.add();
    const remove = async (id: string) => (await user.call('DELETE', user.proven(`/${id}`))).status;
    const { passkey: other } = await user.add();
    await store.db
      .update(users)
      .set({ passwordHash: NO_PASSWORD })
      .where(eq(users.id, user.userId));
    expect(await remove(other.id)).toBe(204);
    expect(await remove(passkey.id)).toBe(422);
    // One of an earlier address doesn't sign in.
    const { passkey: moved } = await user.add();
    await store.db.update(passkeys).set({ rpId: 'old.test' }).where(eq(passkeys.id, moved.id));
    expect(await remove(passkey.id)).toBe(422);
    expect((await user.call('GET', PASSKEYS)).body.data).toMatchObject([
      { id: passkey.id, usable: true },
      { id: moved.id, usable: false },
    ]);
    expect(await remove(moved.id)).toBe(204);
  });

  test('confirm instead of the password, once for each challenge and only in their own session', async () => {
    const otherSession = await user.signIn();
    expect((await user.call('POST', '/account/v1/step-up/options')).status).toBe(404);
    const { authenticator } = await user.add();
    const { data: profile } = (await user.call('GET', '/account/v1/profile')).body;
    expect(profile.confirm).toEqual(['password', 'passkey']);
    const options = await user.stepUpOptions();
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id }],
    });
    const credential = authenticator.sign(options, { origin });
    const path = '/account/v1/step-up';
    const stolen = await user.callAs(otherSession, 'POST', path, { credential });
    expect(stolen.status).toBe(422);

    const confirmed = await user.stepUp(credential);
    expect(confirmed.body).toEqual({ id_token: expect.any(String), expires_in: 900 });
    const { id_token: idToken } = confirmed.body;
    const created = await user.call('POST', `${PASSKEYS}/options?id_token=${idToken}`);
    expect(created.status).toBe(200);
    expect((await user.stepUp(credential)).status).toBe(422);
    const [listed] = (await user.call('GET', PASSKEYS)).body.data;
    expect(listed.last_used_at).toBe(service.clock.now().toISOString());
  });

  test("don't confirm for another user, purpose, origin, handle, or unverified", async () => {
    const { authenticator } = await user.add();
    const stranger = await createPasskeyUser();
    const { authenticator: foreign } = await stranger.add();
    const step = await user.stepUpOptions();
    const creation = await user.options();
    const { user: strangersHandle } = await stranger.options();
    const rejected = {
      user: foreign.sign(step, { origin }),
      purpose: authenticator.sign({ ...step, challenge: creation.challenge }, { origin }),
      origin: authenticator.sign(step, { origin: 'https://evil.test' }),
      handle: authenticator.sign(step, { origin, userHandle: strangersHandle.id }),
      unverified: authenticator.sign(step, { origin, isUserVerified: false }),
      party: authenticator.sign({ ...step, rpId: 'evil.test' }, { origin }),
    };
    for (const [name, credential] of Object.entries(rejected)) {
      expect([name, (await user.stepUp(credential)).status]).toEqual([name, 422]);
    }
    expect((await user.stepUp(authenticator.sign(step, { origin }))).status).toBe(200);
  });

  test('of one device are rejected with an email when their counter doesn’t grow', async () => {
    const { authenticator } = await user.add(createAuthenticator({ counter: 7 }));
    const sign = async () =>
      (await user.stepUp(authenticator.sign(await user.stepUpOptions(), { origin }))).status;
    expect(await sign()).toBe(200);
    for (const counter of [8, 3, 0]) {
      authenticator.setCounter(counter);
      expect([counter, await sign()]).toEqual([counter, 422]);
    }
    authenticator.setCounter(9);
    expect(await sign()).toBe(200);
    expect(
      (await actionsOf(user.userId)).filter((action) => action === 'passkey.reject'),
    ).toHaveLength(3);
    expect((await user.received())[0]?.subject).toBe(
      'A passkey of your Patron account was rejected',
    );
  });

  test('that are synced, or have no counter, confirm for ever', async () => {
    for (const authenticator of [
      createAuthenticator({ isSynced: true }),
      createAuthenticator({ isSynced: true, counter: 5 }),
      createAuthenticator(),
    ]) {
      await user.add(authenticator);
      for (let time = 0; time < 3; time += 1) {
        const options = await user.stepUpOptions();
        expect((await user.stepUp(authenticator.sign(options, { origin }))).status).toBe(200);
        if (time === 1) authenticator.setCounter(0);
      }
    }
  });

  test('leave a used challenge only until it expires', async () => {
    await store.db.delete(usedPasskeyChallenges);
    await user.add();
    expect(await store.db.$count(usedPasskeyChallenges)).toBe(1);
    service.clock.advance(301);
    await deleteExpiredChallenges(store.db, service.clock);
    expect(await store.db.$count(usedPasskeyChallenges)).toBe(0);
  });

  test('are not offered on an IP address, where those of before are not usable', async () => {
    await user.add();
    const moved = await startAdvocacy(store.storage, { relyingParty: undefined });
    const call = (method: string, path: string) =>
      fetch(`${moved.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${user.tokens.access_token}` },
      });
    expect((await call('POST', '/account/v1/step-up/options')).status).toBe(404);
    expect(await (await call('GET', PASSKEYS)).json()).toMatchObject({ data: [{ usable: false }] });
    await moved.close();
  });
});

test.each([
  ['https://patron.example.com', undefined, 'patron.example.com'],
  ['https://patron.example.com:8443', 'example.com', 'example.com'],
  ['http://localhost:4180', undefined, 'localhost'],
  ['https://192.0.2.7', undefined, undefined],
  ['https://[2001:db8::1]:4180', undefined, undefined],
  ['http://patron.example.com', undefined, undefined],
])('passkeys of %s with the domain %s belong to %s', (url, domain, id) => {
  expect(findRelyingParty(url, domain)?.id).toBe(id);
});

test.each(['other.com', 'ample.com', 'www.patron.example.com'])(
  'the domain %s is rejected for another host',
  (domain) => {
    expect(() => findRelyingParty('https://patron.example.com', domain)).toThrow(
      'PATRON_PASSKEY_DOMAIN',
    );
  },
);
