import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { getUserByEmail, setPassword } from '#services/advocacy/administration/manage-users.ts';
import type {
  SecondFactors,
  SignInFactor,
} from '#services/advocacy/oauth/sign-in/second-factors.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import { createPageBrowser, type PageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { createUser } from '#services/advocacy/testing/sign-in.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  consoleAuthorization,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './sign-in-throttle.ts';

describeBothStorages('code throttle (docs/decisions/sign-in/code-throttling.md)', (store) => {
  const clock = createTestClock();
  let throttle: SignInThrottle;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    users = await seedSignIn(store.db);
  });
  beforeEach(async () => {
    throttle = createSignInThrottle(createAttemptCounters(store.db, clock));
    await store.db.delete(attemptCounters);
  });

  const from = (address: string, userId = 1): SignInAttempt => ({
    step: 'code',
    subject: String(userId),
    source: { address },
  });
  const waitOf = async (attempt: SignInAttempt) =>
    (await throttle.recordAttempt(attempt)).waitUntil;
  /** Attempts from three sources in turn. */
  const guess = async (userId = 1, attempts = 30) => {
    for (let time = 0; time < attempts; time += 1) {
      await throttle.recordAttempt(from(`192.0.2.${time % 3}`, userId));
    }
  };

  test('blocks new sources for a day after thirty attempts', async () => {
    await guess();
    const end = addSeconds(clock.now(), 86_400);
    expect(await waitOf(from('198.51.100.1'))).toEqual(end);
    clock.advance(86_399);
    expect(await waitOf(from('198.51.100.2'))).toEqual(end);
    const device: SignInAttempt = { ...from(''), source: { device: 'known' } };
    expect(await waitOf(device), 'a known browser').toBeUndefined();
    clock.advance(1);
    expect(await waitOf(from('198.51.100.3'))).toBeUndefined();
  });

  test("allows a hundred attempts a day from all of a user's browsers together", async () => {
    const by = (device: number): SignInAttempt => ({
      ...from(''),
      source: { device: `${device}` },
    });
    for (let time = 0; time < 100; time += 1) {
      expect(await waitOf(by(time % 20))).toBeUndefined();
    }
    expect(await waitOf(by(21))).toEqual(addSeconds(clock.now(), 86_400));
    clock.advance(86_400);
    expect(await waitOf(by(21))).toBeUndefined();
  });

  test('is reset by a new password', async () => {
    const { dependencies, close } = await startAdvocacy(store.storage);
    const { userId, email } = await createUser(store.db, 'guessed@brand.test');
    await guess(userId);
    expect(await waitOf(from('198.51.100.1', userId))).toBeDefined();
    const user = await getUserByEmail(store.db, email);
    await setPassword(dependencies, user, 'another password');
    expect(await waitOf(from('198.51.100.2', userId))).toBeUndefined();
    await close();
  });

  test('allows thirty of many parallel attempts, and reports the start of an attack once', async () => {
    const sources = Array.from({ length: 60 }, (_, index) => from(`192.0.2.${index}`));
    const decisions = await Promise.all(sources.map((attempt) => throttle.recordAttempt(attempt)));
    expect(decisions.filter(({ waitUntil }) => !waitUntil)).toHaveLength(30);
    expect(decisions.filter(({ startsAttack }) => startsAttack)).toHaveLength(1);
  });

  test('blocks right codes in the pages too, and warns the user once', async () => {
    const { writer } = users;
    const factor = { id: 7, type: 'one_time_password', channel: null, destination: null } as const;
    const secondFactors: SecondFactors = {
      listForSignIn: async () => [factor],
      hasRecoveryCodes: async () => false,
      sendCode: async () => clock.now(),
      verify: async (_userId, _factorId, typed) => (typed === 'right' ? 'code' : undefined),
    };
    const service = await startAdvocacy(store.storage, { secondFactors }, { clock });
    const postCode = async (typed: string) => {
      const { browser, page } = await openSignIn(service.baseUrl);
      await browser.post(page, { email: writer.email, password: writer.password });
      return browser.submit(`${page}/code`, { code: typed });
    };
    const warnings = async () => {
      const sent = await store.db.select().from(messages).where(eq(messages.to, writer.email));
      return sent.map(({ subject }) => subject);
    };
    await guess(writer.userId, 29);
    expect((await postCode('right')).status, 'the last attempt before the limit').toBe(303);
    expect(await warnings()).toEqual([]);
    expect((await postCode('wrong')).status).toBe(422);
    const [first, second] = [await postCode('right'), await postCode('right')];
    expect([first.status, second.status]).toEqual([429, 429]);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await first.text()).toMatch(/Try again in \d+ hours/);
    expect(await warnings()).toEqual(['Someone may know your Patron password']);
    await service.close();
  });

  test('exempts only browsers in which a code was accepted since the oldest factor was added', async () => {
    const { reader } = users;
    let factors: SignInFactor[] = [];
    const secondFactors: SecondFactors = {
      listForSignIn: async () => factors,
      hasRecoveryCodes: async () => false,
      sendCode: async () => clock.now(),
      verify: async (_userId, _factorId, typed) => (typed === 'right' ? 'code' : undefined),
    };
    const service = await startAdvocacy(store.storage, { secondFactors }, { clock });
    onTestFinished(() => service.close());
    const { email, userId } = reader;
    const signInWith = async (browser: PageBrowser, password: string, code?: string) => {
      const authorization = consoleAuthorization(service.baseUrl);
      const { page } = await openSignIn(service.baseUrl, authorization, browser);
      const response = await browser.submit(page, { email, password });
      return code === undefined ? response : browser.submit(`${page}/code`, { code });
    };

    const [beforeFactor, passed] = [createPageBrowser(), createPageBrowser()];
    await signInWith(beforeFactor, reader.password);
    factors = [{ id: 7, type: 'one_time_password', channel: null, destination: null }];
    expect((await signInWith(passed, reader.password, 'right')).status).toBe(303);
    await guess(userId);
    expect((await signInWith(beforeFactor, reader.password, 'right')).status).toBe(429);
    expect((await signInWith(passed, reader.password, 'right')).status).toBe(303);

    factors = [{ id: 8, type: 'one_time_password', channel: null, destination: null }];
    expect((await signInWith(passed, reader.password, 'right')).status, 'a new factor').toBe(429);

    factors = [{ id: 7, type: 'one_time_password', channel: null, destination: null }];
    const user = await getUserByEmail(store.db, email);
    await setPassword(service.dependencies, user, 'another password');
    await store.db.delete(attemptCounters);
    await guess(userId);
    const afterChange = await signInWith(passed, 'another password', 'right');
    expect(afterChange.status, 'a new password').toBe(429);
  });
});
