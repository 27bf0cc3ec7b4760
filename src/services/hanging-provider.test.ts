import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '#services/advocacy/single-sign-on/testing/openid-provider.ts';
import { openProviderSignIn } from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { locationOf } from '#services/advocacy/testing/page-browser.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { startPatron } from '#services/patron.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';

/** Half of the limit of a call to the provider: a request that waits for one takes longer. */
const QUICK_MS = 5000;

async function startDemo({ url }: OpenIdProvider) {
  const environment = readEnvironment({
    PATRON_DATA_DIR: await demoDirectory(),
    PORT: String(await findFreePort('localhost')),
    PATRON_OIDC_ISSUER: url,
    PATRON_OIDC_CLIENT_ID: 'patron',
    PATRON_OIDC_NAME: 'Acme',
  });
  const patron = await startPatron(environment, silentLog);
  onTestFinished(() => patron.stop());
  const baseUrl = `${patron.url}/api/advocacy`;
  return {
    baseUrl,
    /** How long /healthz and a sign-in with a password take together, in ms. */
    async measure(): Promise<number> {
      const startedAt = performance.now();
      expect((await fetch(`${patron.url}/healthz`)).status).toBe(200);
      expect((await signInThroughPages(baseUrl, DEMO_SIGN_IN)).access_token).toBeDefined();
      return performance.now() - startedAt;
    },
  };
}

test('a provider that hangs from the start delays neither /healthz nor passwords, and its link says so', async () => {
  const provider = await startOpenIdProvider(createTestClock());
  onTestFinished(provider.close);
  provider.hangs = true;
  const { baseUrl, measure } = await startDemo(provider);
  await vi.waitFor(() => expect(provider.requests).toHaveLength(1), 10_000);
  expect(await measure()).toBeLessThan(QUICK_MS);
  const { browser, started } = await openProviderSignIn({ baseUrl }, provider);
  const page = await browser.get(locationOf(started));
  expect(await page.text()).toContain('Acme can&#39;t be reached right now.');
}, 120_000);

test('a provider that hangs while people come back from it delays nobody else', async () => {
  const provider = await startOpenIdProvider(createTestClock());
  onTestFinished(provider.close);
  const { baseUrl, measure } = await startDemo(provider);
  await vi.waitFor(() => expect(provider.requests).toContain('GET /keys'), 10_000);
  const signIns = await Promise.all(
    Array.from({ length: 20 }, () => openProviderSignIn({ baseUrl }, provider)),
  );
  provider.hangs = true;
  const waiting = signIns.map((signIn) => signIn.comeBack(signIn.callback()));
  const calls = () => provider.requests.filter((request) => request === 'POST /token').length;
  // Half of their limit, so that they still hang when the others are measured.
  await vi.waitFor(() => expect(calls()).toBe(signIns.length), QUICK_MS);
  expect(await measure()).toBeLessThan(QUICK_MS);
  provider.endCalls();
  await Promise.all(waiting);
}, 120_000);
