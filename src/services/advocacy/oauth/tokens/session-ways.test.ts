import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink } from '#services/advocacy/account/one-time-links.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { createSetupLink } from '#services/advocacy/setup/setup-links.ts';
import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import {
  EMAIL,
  OTP,
  oneTimePassword,
  RECOVERY,
  randomNumber,
  sms,
} from '#services/advocacy/testing/factors-user.ts';
import {
  createPageBrowser,
  locationOf,
  type PageBrowser,
} from '#services/advocacy/testing/page-browser.ts';
import { createPeopleTeam, newAddress } from '#services/advocacy/testing/people-team.ts';
import {
  type Credentials,
  consoleAuthorization,
  openSignIn,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { hashPassword, NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { sessions } from './sessions-table.ts';

const PASSWORD = 'quiet lantern over water';

describeBothStorages('a session knows how it began', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof createUserWithFactors>>;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    user = await createUserWithFactors();
  });
  afterAll(() => service.close());

  /** A user with a password, whose factors are changed with the tokens of a first sign-in. */
  async function createUserWithFactors() {
    const account = await createAccountUser(service);
    const tokens = await account.signIn();
    const idToken = await account.confirm(tokens);
    const change = async (method: string, path: string, attributes?: object, id?: string) => {
      const data = { ...(id ? { id } : {}), type: 'authentication_factor', attributes };
      const target = `/v2/authentication_factors${path}?id_token=${idToken}`;
      const { status, body } = await account.call(tokens, method, target, attributes && { data });
      expect(status).toBeLessThan(300);
      return body?.data;
    };
    return {
      ...account,
      add: (attributes: object) => change('POST', '', attributes),
      verify: (id: string, attributes: object) => change('PATCH', `/${id}`, attributes, id),
      remove: (id: string) => change('DELETE', `/${id}`),
      async addApp() {
        const { id, attributes } = await change('POST', '', OTP);
        const code = () => oneTimePassword(attributes.provisioning_url, service.clock.now());
        await change('PATCH', `/${id}`, { otp_attempt: code() }, id);
        // A code of the next step, because each is accepted once.
        service.clock.advance(30);
        return { id, code };
      },
    };
  }

  const lastSession = async (userId: number) => {
    const [session] = await store.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(1);
    return session;
  };
  const signIn = async (code?: Credentials['code']) => {
    service.clock.advance(1);
    const { email, password } = user;
    await signInThroughPages(service.baseUrl, { email, password, ...(code ? { code } : {}) });
    return lastSession(user.userId);
  };

  test('by the password alone, at which time, and without a provider', async () => {
    expect(await signIn()).toMatchObject({
      ways: ['password'],
      createdAt: service.clock.now(),
      provider: null,
      providerSessionId: null,
    });
  });

  test('by a code of a factor, of an email, or a recovery code in its place', async () => {
    const app = await user.addApp();
    expect(await signIn(app.code)).toMatchObject({ ways: ['password', 'code'] });
    const recovery = await user.add(RECOVERY);
    const [code] = recovery.meta.recovery_codes;
    expect(await signIn(() => code)).toMatchObject({ ways: ['password', 'recovery_code'] });
    await user.remove(app.id);
    await user.add(EMAIL);
    const lastCode = async () => /\d{6}/.exec((await user.received())[0]?.text ?? '')?.[0] ?? '';
    expect(await signIn(lastCode)).toMatchObject({ ways: ['password', 'email_code'] });
  });

  test('in the browser in which an invited person has set a password, and at the next sign-in', async () => {
    const team = await createPeopleTeam(service);
    const email = newAddress();
    await team.invite(email);
    const link = await team.linkTo(email);
    const browser = createPageBrowser();
    const token = link.searchParams.get('token') ?? '';
    await browser.post(link.href.replace(link.search, ''), { token, password: PASSWORD });
    const authorization = consoleAuthorization(service.baseUrl);
    const { page } = await openSignIn(service.baseUrl, authorization, browser);
    const resumed = await browser.get(locationOf(await browser.get(page)));
    expect(locationOf(resumed).searchParams.get('code')).toMatch(/./);
    const [invited] = await store.db.select().from(users).where(eq(users.email, email));
    expect(await lastSession(invited?.id ?? 0)).toMatchObject({ ways: ['password'] });
  });

  test('after a new password was set with a link from an email', async () => {
    const browser = createPageBrowser();
    const link = { purpose: 'password_reset', userId: user.userId } as const;
    const token = await createLink(store.db, service.clock, link);
    const page = `${service.baseUrl}/oauth/reset-password`;
    expect((await browser.post(page, { token, password: PASSWORD })).status).toBe(200);
    await user.signIn(PASSWORD);
    expect(await lastSession(user.userId)).toMatchObject({ ways: ['password'] });
  });

  test('of the first administrator, who was created on the setup page', async () => {
    await store.db.delete(users);
    const link = new URL((await createSetupLink(store.db, service.clock, service.baseUrl)) ?? '');
    const email = 'ana@brand.test';
    const form = { team: 'Northwind', name: 'Ana', email, password: PASSWORD };
    const token = link.searchParams.get('token') ?? '';
    await createPageBrowser().post(link.href.replace(link.search, ''), { token, ...form });
    await signInThroughPages(service.baseUrl, { email, password: PASSWORD });
    const [ana] = await store.db.select().from(users).where(eq(users.email, email));
    expect(await lastSession(ana?.id ?? 0)).toMatchObject({ ways: ['password'] });
  });

  describe('a sign-in in progress', () => {
    const versionOf = async (userId: number) => {
      const [row] = await store.db.select().from(users).where(eq(users.id, userId));
      return row?.signInVersion ?? Number.NaN;
    };
    /** After the password and, with a code, after the second step. */
    const begin = async (code?: string) => {
      const { browser, page } = await openSignIn(service.baseUrl);
      const { email, password } = user;
      const entered = await browser.post(page, { email, password });
      const last = code === undefined ? entered : await browser.post(`${page}/code`, { code });
      return { browser, page, resume: locationOf(last) };
    };
    const getsSession = async ({ browser, resume }: { browser: PageBrowser; resume: URL }) =>
      (await browser.get(resume)).headers.get('location')?.includes('code=') ?? false;

    test('ends when a way to sign in changes, and only then', async () => {
      // What another version does is the same: the database counts.
      const passwordHash = await hashPassword(PASSWORD);
      const rename = { name: 'Another name', updatedAt: service.clock.now() };
      const setUser = (values: Partial<typeof users.$inferInsert>) => () =>
        store.db.update(users).set(values).where(eq(users.id, user.userId));
      const number = randomNumber();
      let pending = '';
      const changes: [string, boolean, () => Promise<unknown>][] = [
        ['a name', false, setUser(rename)],
        [
          'a factor that is not verified yet',
          false,
          async () => {
            pending = (await user.add(sms(number))).id;
          },
        ],
        [
          'a verified factor',
          true,
          () =>
            store.db
              .update(authenticationFactors)
              .set({ status: 'active' })
              .where(eq(authenticationFactors.id, Number(pending))),
        ],
        ['a removed factor', true, () => user.remove(pending)],
        ['recovery codes', false, () => user.add(RECOVERY)],
        [
          'the same password hash',
          false,
          async () => {
            const [row] = await store.db.select().from(users).where(eq(users.id, user.userId));
            await setUser({ passwordHash: row?.passwordHash ?? '' })();
          },
        ],
        ['a password', true, setUser({ passwordHash })],
      ];
      const outcomes: [string, boolean][] = [];
      for (const [name, , change] of changes) {
        const before = await versionOf(user.userId);
        const started = name === 'a removed factor' ? undefined : await begin();
        await change();
        const hasChanged = (await versionOf(user.userId)) > before;
        if (started) expect([name, await getsSession(started)]).toEqual([name, !hasChanged]);
        outcomes.push([name, hasChanged]);
      }
      expect(outcomes).toEqual(changes.map(([name, ends]) => [name, ends]));
    });

    test('returns from the code step to the password if a factor was added', async () => {
      await user.addApp();
      const { browser, page } = await begin();
      await user.add(EMAIL);
      expect(await (await browser.get(page)).text()).toContain('id="password"');
    });

    test('ends between the right code and the session, too', async () => {
      const app = await user.addApp();
      const started = await begin(app.code());
      await user.add(EMAIL);
      expect(await getsSession(started)).toBe(false);
      service.clock.advance(30);
      expect(await getsSession(await begin(app.code()))).toBe(true);
    });

    test('continues if the version before ours began it, in a session without ways', async () => {
      const started = await begin();
      await store.db
        .update(oauthArtifacts)
        .set({
          payload: sql`jsonb_set(payload, '{result}', (payload->'result') - 'signInVersion' - 'ways')`,
        })
        .where(eq(oauthArtifacts.kind, 'Interaction'));
      service.clock.advance(1);
      expect(await getsSession(started)).toBe(true);
      expect(await lastSession(user.userId)).toMatchObject({ ways: null });
    });
  });

  test('a user with factors can be deleted', async () => {
    await user.addApp();
    await store.db.delete(users).where(eq(users.id, user.userId));
    expect(await lastSession(user.userId)).toBeUndefined();
  });

  test('nobody signs in as a user without a password, or locks their changes', async () => {
    const tokens = await user.signIn();
    const set = { passwordHash: NO_PASSWORD };
    await store.db.update(users).set(set).where(eq(users.id, user.userId));
    for (const guess of [NO_PASSWORD, 'nobody has this password', user.password]) {
      expect(await user.canSignIn(guess)).toBe(false);
    }
    for (let count = 0; count < 7; count += 1) {
      const response = await user.sendPassword(tokens, user.password);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
    }
    const subjects = (await user.received()).map(({ subject }) => subject);
    expect(subjects).not.toContain('Wrong passwords in your Patron account');
  });
});
