import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './sign-in-throttle.ts';

describeBothStorages('sign-in throttle (docs/decisions/sign-in/sign-in-throttling.md)', (store) => {
  const clock = createTestClock();
  const from = (address: string, more: Partial<SignInAttempt> = {}): SignInAttempt => ({
    step: 'password',
    subject: 'ada@example.com',
    source: { address },
    ...more,
  });
  let throttle: SignInThrottle;
  const fail = async (attempt: SignInAttempt, times: number) => {
    for (let time = 0; time < times; time += 1) await throttle.recordAttempt(attempt);
  };
  const waitOf = async (attempt: SignInAttempt) =>
    (await throttle.recordAttempt(attempt)).waitUntil;
  /** Failed attempts from different sources, ten each. */
  const failFromEverywhere = async (more: Partial<SignInAttempt>, attempts: number) => {
    for (let source = 0; source < attempts / 10; source += 1) {
      await fail(from(`192.0.2.${source}`, more), 10);
    }
  };
  beforeEach(async () => {
    throttle = createSignInThrottle(createAttemptCounters(store.db, clock));
    await store.db.delete(attemptCounters);
  });

  test('blocks a source after ten wrong attempts until the window ends', async () => {
    const attempt = from('192.0.2.1');
    await fail(attempt, 9);
    expect(await waitOf(attempt)).toBeUndefined();
    expect(await waitOf(attempt)).toEqual(addSeconds(clock.now(), 900));
    clock.advance(900);
    expect(await waitOf(attempt)).toBeUndefined();
  });

  test("doesn't block another source, another user or a known device", async () => {
    await fail(from('192.0.2.1'), 30);
    for (const other of [
      from('192.0.2.2'),
      from('192.0.2.1', { subject: 'eve@example.com' }),
      from('192.0.2.1', { source: { device: 'known' } }),
    ]) {
      expect(await waitOf(other)).toBeUndefined();
    }
  });

  test('ignores the case of the email and the host part of an IPv6 address', async () => {
    await fail(from('2001:db8:1:2::1'), 10);
    const same = from('2001:db8:1:2:ffff::9', { subject: 'ADA@example.com' });
    expect(await waitOf(same)).toBeDefined();
  });

  test("resets the count on success, which doesn't count itself", async () => {
    const attempt = from('192.0.2.1');
    for (let time = 0; time < 150; time += 1) {
      await throttle.recordAttempt(attempt);
      await throttle.recordSuccess(attempt);
    }
    await fail(attempt, 9);
    expect(await throttle.recordAttempt(attempt)).toEqual({
      waitUntil: undefined,
      startsWait: false,
      startsAttack: false,
    });
  });

  test('allows new sources three attempts during an attack', async () => {
    await failFromEverywhere({}, 100);
    const fresh = from('198.51.100.1');
    await fail(fresh, 2);
    expect(await waitOf(fresh)).toBeUndefined();
    expect(await waitOf(fresh)).toBeDefined();
    expect(await waitOf(from('198.51.100.2'))).toBeUndefined();
  });

  test('allows 300 attempts of one network on all users, except from known devices', async () => {
    const onUser = (index: number): SignInAttempt =>
      from('192.0.2.1', { subject: `user-${index}@example.com` });
    for (let index = 0; index < 30; index += 1) await fail(onUser(index), 9);
    await fail(onUser(30), 10);
    await fail(onUser(31), 10);
    await fail(onUser(32), 9);
    expect(await waitOf(onUser(33)), 'the 300th').toBeUndefined();
    expect(await waitOf(onUser(34))).toEqual(addSeconds(clock.now(), 900));
    expect(await waitOf({ ...onUser(34), source: { device: 'known' } })).toBeUndefined();
    expect(await waitOf(from('192.0.2.2'))).toBeUndefined();
  });

  test('never makes anyone wait longer than the window, even if the clock was ahead', async () => {
    const attempt = from('192.0.2.1');
    clock.advance(86_400);
    await fail(attempt, 11);
    clock.advance(-86_400);
    expect(await waitOf(attempt)).toBeUndefined();
    await fail(attempt, 9);
    expect(await waitOf(attempt)).toEqual(addSeconds(clock.now(), 900));
  });

  test('allows only ten of many parallel attempts', async () => {
    const attempt = from('192.0.2.1');
    const waits = await Promise.all(Array.from({ length: 40 }, () => waitOf(attempt)));
    expect(waits.filter((end) => end === undefined)).toHaveLength(10);
  });

  describe('in the pages', () => {
    let service: TestAdvocacy;
    let users: Awaited<ReturnType<typeof seedSignIn>>;
    beforeAll(async () => {
      service = await startAdvocacy(store.storage);
      users = await seedSignIn(store.db);
    });
    afterAll(() => service.close());

    const postWrong = async (email: string) => {
      const { browser, page } = await openSignIn(service.baseUrl);
      return browser.submit(page, { email, password: 'wrong' });
    };

    test('returns 429 with Retry-After, also for the right password, and keeps the email', async () => {
      const { writer, reader } = users;
      const known = createPageBrowser();
      await authorizeThroughPages(service.baseUrl, writer, undefined, known);
      for (let time = 0; time < 10; time += 1) {
        expect((await postWrong(writer.email)).status).toBe(422);
      }
      const rejected = await postWrong(writer.email);
      expect(rejected.status).toBe(429);
      expect(rejected.headers.get('retry-after')).toBe('900');
      const html = await rejected.text();
      expect(html).toContain('Try again in 15 minutes');
      expect(html).toContain(writer.email);

      await expect(authorizeThroughPages(service.baseUrl, writer)).rejects.toThrow('429');
      const { callback } = await authorizeThroughPages(service.baseUrl, writer, undefined, known);
      expect(callback.searchParams.has('code'), 'from a known browser').toBe(true);
      const other = await authorizeThroughPages(service.baseUrl, reader);
      expect(other.callback.searchParams.has('code'), 'another user').toBe(true);
    });

    test('throttles an unknown email the same way', async () => {
      const statuses = [];
      for (let time = 0; time < 11; time += 1) {
        statuses.push((await postWrong('nobody@example.com')).status);
      }
      expect(statuses).toEqual([...Array(10).fill(422), 429]);
    });

    test('ignores a forwarded address', async () => {
      await store.db.delete(attemptCounters);
      for (let time = 0; time < 10; time += 1) await postWrong(users.writer.email);
      const { browser, page } = await openSignIn(service.baseUrl);
      const cookie = browser.setCookies.map((line) => line.split(';')[0]).join('; ');
      const retryAfter = await new Promise((resolve, reject) => {
        const headers = {
          cookie,
          'x-forwarded-for': '203.0.113.9',
          'content-type': 'application/x-www-form-urlencoded',
        };
        request(page, { method: 'POST', headers }, (response) =>
          resolve(response.headers['retry-after']),
        )
          .on('error', reject)
          .end(new URLSearchParams({ email: users.writer.email, password: 'x' }).toString());
      });
      expect(retryAfter).toBe('900');
    });

    test('counts every spelling of an address together', async () => {
      await store.db.delete(attemptCounters);
      const { email, password } = users.writer;
      const spellings = [email, email.toUpperCase(), email.replace('w', 'W')];
      for (let time = 0; time < 10; time += 1) await postWrong(spellings[time % 3] as string);
      expect((await postWrong(email)).status).toBe(429);
      // The database folds this letter to a plain i, unlike JavaScript.
      const { browser, page } = await openSignIn(service.baseUrl);
      const other = await browser.submit(page, { email: email.replace('i', 'İ'), password });
      expect(await other.text()).toContain('The email or password is wrong');
    });

    test('does a few password checks at a time, and turns away more than it can queue', async () => {
      await store.db.delete(attemptCounters);
      const sent = Array.from({ length: 90 }, async (_, index) => {
        const { browser, page } = await openSignIn(service.baseUrl);
        return { browser, page, email: `crowd-${index}@example.com` };
      });
      const opened = await Promise.all(sent);
      const responses = await Promise.all(
        opened.map(({ browser, page, email }) => browser.post(page, { email, password: 'x' })),
      );
      const statuses = new Set(responses.map(({ status }) => status));
      expect([...statuses].sort()).toEqual([303, 503]);
      const busy = responses.find(({ status }) => status === 503);
      expect(busy?.headers.get('retry-after')).toBe('2');
      expect(await busy?.text()).toContain('Sign-in is busy');
      const { callback } = await authorizeThroughPages(service.baseUrl, users.reader);
      expect(callback.searchParams.has('code'), 'afterwards').toBe(true);
    });
  });
});
