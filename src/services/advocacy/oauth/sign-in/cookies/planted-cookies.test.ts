import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignInFactor } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import {
  createPageBrowser,
  locationOf,
  type PageBrowser,
} from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('planted cookies of a sign-in that someone else opened', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof seedSignIn>>['writer'];
  let factors: SignInFactor[];

  beforeAll(async () => {
    const secondFactors = {
      listForSignIn: async () => factors,
      hasRecoveryCodes: async () => false,
      sendCode: async () => service.clock.now(),
      verify: async () => 'code' as const,
    };
    service = await startAdvocacy(store.storage, { secondFactors });
    user = (await seedSignIn(store.db)).writer;
  });
  beforeEach(() => {
    factors = [];
  });
  afterAll(() => service.close());

  const open = () => openSignIn(service.baseUrl);
  /** A sign-in of an attacker, and a browser that has only the cookie of its pages. */
  async function plant() {
    const attacker = await open();
    const victim = createPageBrowser();
    for (const line of attacker.browser.setCookies) {
      if (/^patron_sign_in(\.sig)?=/.test(line)) victim.storeCookie(line);
    }
    return { attacker, victim };
  }
  const pageOf = async (browser: PageBrowser, url: URL) => (await browser.get(url)).text();
  const resume = (url: URL) => url.href.replace('/interaction/', '/authorize/');

  test("don't give the attacker the sign-in of the user who enters the password", async () => {
    const { attacker, victim } = await plant();
    const { email, password } = user;
    const signedIn = await victim.post(attacker.page, { email, password });
    expect(locationOf(signedIn).href).toBe(resume(attacker.page));
    const stolen = await attacker.browser.get(resume(attacker.page));
    expect(stolen.status).toBe(400);
    expect(stolen.headers.get('location')).toBeNull();
  });

  test("don't show the attacker the second step", async () => {
    factors = [{ id: 7, type: 'out_of_band', channel: 'sms', destination: '+15•••67' }];
    const attacker = await open();
    const victim = createPageBrowser();
    for (const line of attacker.browser.setCookies) victim.storeCookie(line);
    const { email, password } = user;
    await victim.post(attacker.page, { email, password });
    expect(await pageOf(victim, attacker.page)).toContain('+15•••67');
    expect(await pageOf(attacker.browser, attacker.page)).not.toContain('+15•••67');
    const guessed = await attacker.browser.post(`${attacker.page}/code`, { code: '123456' });
    expect(locationOf(guessed).href).toBe(attacker.page.href);
  });
});
