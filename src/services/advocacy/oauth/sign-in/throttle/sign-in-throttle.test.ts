import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { createFailedAttempts } from './failed-attempts.ts';
import { failedAttempts } from './failed-attempts-table.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './sign-in-throttle.ts';

describeStorages('the sign-in throttle (docs/decisions/sign-in/sign-in-throttling.md)', (store) => {
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
  /** Wrong tries from different places, ten each. */
  const failFromEverywhere = async (more: Partial<SignInAttempt>, tries: number) => {
    for (let place = 0; place < tries / 10; place += 1) {
      await fail(from(`192.0.2.${place}`, more), 10);
    }
  };
  beforeEach(async () => {
    throttle = createSignInThrottle(createFailedAttempts(store.db, clock));
    await store.db.delete(failedAttempts);
  });

  test('ten wrong tries from one place; then it waits until the window is over', async () => {
    const here = from('192.0.2.1');
    await fail(here, 9);
    expect(await waitOf(here)).toBeUndefined();
    expect(await waitOf(here)).toEqual(addSeconds(clock.now(), 900));
    clock.advance(900);
    expect(await waitOf(here)).toBeUndefined();
  });

  test('nobody else is locked out: another place, another person, a known device', async () => {
    await fail(from('192.0.2.1'), 30);
    for (const other of [
      from('192.0.2.2'),
      from('192.0.2.1', { subject: 'eve@example.com' }),
      from('192.0.2.1', { source: { device: 'known' } }),
    ]) {
      expect(await waitOf(other)).toBeUndefined();
    }
  });

  test('the case of an email and the rest of an IPv6 network make no fresh place', async () => {
    await fail(from('2001:db8:1:2::1'), 10);
    const same = from('2001:db8:1:2:ffff::9', { subject: 'ADA@example.com' });
    expect(await waitOf(same)).toBeDefined();
  });

  test('a right try forgets the wrong ones, and counts for nothing itself', async () => {
    const here = from('192.0.2.1');
    for (let time = 0; time < 150; time += 1) {
      await throttle.recordAttempt(here);
      await throttle.recordSuccess(here);
    }
    await fail(here, 9);
    expect(await throttle.recordAttempt(here)).toEqual({
      waitUntil: undefined,
      startsAttack: false,
    });
  });

  test('under attack from many places a fresh one gets three tries, never none', async () => {
    await failFromEverywhere({}, 100);
    const fresh = from('198.51.100.1');
    await fail(fresh, 2);
    expect(await waitOf(fresh)).toBeUndefined();
    expect(await waitOf(fresh)).toBeDefined();
    expect(await waitOf(from('198.51.100.2'))).toBeUndefined();
  });

  test('of many tries at once only ten are checked', async () => {
    const here = from('192.0.2.1');
    const waits = await Promise.all(Array.from({ length: 40 }, () => waitOf(here)));
    expect(waits.filter((end) => end === undefined)).toHaveLength(10);
  });

  describe('in the pages', () => {
    let service: TestAdvocacy;
    let people: Awaited<ReturnType<typeof seedSignIn>>;
    beforeAll(async () => {
      service = await startAdvocacy(store.storage);
      people = await seedSignIn(store.db);
    });
    afterAll(() => service.close());

    const postWrong = async (email: string) => {
      const { browser, page } = await openSignIn(
        service.baseUrl,
        consoleAuthorization(service.baseUrl),
      );
      return browser.post(page, { email, password: 'wrong' });
    };

    test('the eleventh is 429 with Retry-After, the right password too, and the email stays', async () => {
      const { writer, reader } = people;
      const known = createPageBrowser();
      await authorizeThroughPages(service.baseUrl, writer, undefined, known);
      for (let time = 0; time < 10; time += 1) {
        expect((await postWrong(writer.email)).status).toBe(422);
      }
      const refused = await postWrong(writer.email);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('900');
      const html = await refused.text();
      expect(html).toContain('Try again in 15 minutes');
      expect(html).toContain(writer.email);

      await expect(authorizeThroughPages(service.baseUrl, writer)).rejects.toThrow('429');
      const { callback } = await authorizeThroughPages(service.baseUrl, writer, undefined, known);
      expect(callback.searchParams.has('code'), 'from a known browser').toBe(true);
      const other = await authorizeThroughPages(service.baseUrl, reader);
      expect(other.callback.searchParams.has('code'), 'somebody else').toBe(true);
    });

    test('an unknown email is throttled the same', async () => {
      const statuses = [];
      for (let time = 0; time < 11; time += 1) {
        statuses.push((await postWrong('nobody@example.com')).status);
      }
      expect(statuses).toEqual([...Array(10).fill(422), 429]);
    });

    test('a forwarded address is not believed', async () => {
      await store.db.delete(failedAttempts);
      for (let time = 0; time < 10; time += 1) await postWrong(people.writer.email);
      const { browser, page } = await openSignIn(
        service.baseUrl,
        consoleAuthorization(service.baseUrl),
      );
      const cookie = browser.setCookies.map((line) => line.split(';')[0]).join('; ');
      const status = await new Promise((resolve, reject) => {
        const headers = {
          cookie,
          'x-forwarded-for': '203.0.113.9',
          'content-type': 'application/x-www-form-urlencoded',
        };
        request(page, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
          .on('error', reject)
          .end(new URLSearchParams({ email: people.writer.email, password: 'x' }).toString());
      });
      expect(status).toBe(429);
    });
  });
});
