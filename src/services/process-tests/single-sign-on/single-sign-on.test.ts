import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '#services/advocacy/single-sign-on/testing/openid-provider.ts';
import {
  openProviderSignIn,
  signInByProvider,
} from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { readStream } from '#services/gateway/testing/read-stream.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { dumpDatabase, findTexts } from '#services/testing/database/dump.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';
import { enterCampaign } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const SUBJECT = 'the-subject-of-the-administrator';

/** Files of the data directory, with the embedded database's. */
function readFiles(directory: string): { name: string; bytes: Buffer }[] {
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(directory, name)) }));
}

/** Confirms in a small window, as the console does. */
async function confirmByProvider(
  baseUrl: string,
  provider: OpenIdProvider,
  { access_token }: TokenResponse,
): Promise<void> {
  const authorization = `Bearer ${access_token}`;
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${baseUrl}/account/v1/step-up/sso${path}`, {
      method: 'POST',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const started = (await post('')) as { data: { url: string } };
  const browser = createPageBrowser();
  const sent = await browser.get(started.data.url);
  const received = await browser.get(provider.authorize(locationOf(sent)));
  const ended = locationOf(await browser.get(locationOf(received)));
  const code = new URLSearchParams(ended.hash.slice(1)).get('code');
  expect(await post('/finish', { code })).toHaveProperty('id_token');
}

async function sendLogout(baseUrl: string, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token });
  const { status } = await fetch(`${baseUrl}${OAUTH_PATHS.backchannelLogout}`, {
    method: 'POST',
    body,
  });
  return status;
}

describe.each(['PGlite', 'PostgreSQL'])('single sign-on on %s', (database) => {
  const isSkipped = database === 'PostgreSQL' && !postgresUrl;

  /** A process with its provider, of which the demo's administrator is linked to the subject. */
  async function start() {
    const provider = await startOpenIdProvider(createTestClock());
    onTestFinished(() => provider.close());
    const copy = database === 'PostgreSQL' ? await createDemoDatabase() : undefined;
    onTestFinished(() => copy?.drop());
    const directory = copy?.directory ?? (await demoDirectory());
    const patron = await startPatronProcess({
      PATRON_DATA_DIR: directory,
      PATRON_DEMO: '1',
      ...(copy && { DATABASE_URL: copy.url }),
      PATRON_OIDC_ISSUER: provider.url,
      PATRON_OIDC_CLIENT_ID: 'patron',
      PATRON_OIDC_CLIENT_SECRET: 'secret of patron',
      PATRON_OIDC_NAME: 'Acme',
      LOG_LEVEL: 'trace',
    });
    await vi.waitFor(() => expect(patron.log()).toContain('the OpenID provider responds'), 10_000);
    const baseUrl = `${patron.url}/api/advocacy`;
    // The address comes from the userinfo endpoint, which takes the access token.
    provider.userinfo = { email: DEMO_SIGN_IN.email, email_verified: true };
    provider.claims = { sub: SUBJECT, sid: 'first' };
    const signIn = await openProviderSignIn({ baseUrl }, provider);
    await signIn.comeBack(signIn.callback());
    const linked = await signIn.browser.submit(signIn.page, DEMO_SIGN_IN);
    const tokens = await signIn.finish(linked);
    const readDatabase = async () => {
      const location = { databaseUrl: copy?.url, dataDirectory: directory };
      const storage = await openStorage(location, silentLog);
      onTestFinished(() => storage.close());
      return dumpDatabase(storage.db);
    };
    return { provider, patron, baseUrl, directory, tokens, readDatabase };
  }

  test.skipIf(isSkipped)(
    'no token of the provider is kept',
    async () => {
      const { provider, patron, baseUrl, directory, tokens, readDatabase } = await start();
      expect(provider.requests).toContain('GET /userinfo');
      await signInByProvider({ baseUrl }, provider);
      await confirmByProvider(baseUrl, provider, tokens);

      // Tokens that are rejected.
      provider.idToken = async () => {
        const token = await provider.sign({ ...provider.claims, aud: 'another application' });
        provider.tokens.push(token);
        return token;
      };
      const rejected = await openProviderSignIn({ baseUrl }, provider);
      await rejected.comeBack(rejected.callback());
      for (const claims of [{ sub: SUBJECT, sid: 'first' }, { aud: 'another application' }]) {
        const token = await provider.logoutToken(claims);
        provider.tokens.push(token);
        await sendLogout(baseUrl, token);
      }
      patron.kill('SIGTERM');
      await patron.exited;

      // Three sign-ins and a confirmation, and their tokens' contents and signatures.
      expect(provider.tokens.length).toBeGreaterThan(12);
      const texts = provider.tokens.flatMap((token) => [token, ...token.split('.').slice(1)]);
      const dump = await readDatabase();
      expect(Object.keys(findTexts(dump, [SUBJECT]))).toContain('user_identities');
      expect(findTexts(dump, texts)).toEqual({});
      expect(patron.log()).toContain('/oauth/sso/callback');
      expect(texts.filter((text) => patron.log().includes(text))).toEqual([]);
      const files = readFiles(directory);
      expect(files.length).toBeGreaterThan(0);
      if (database === 'PGlite') {
        expect(files.some(({ bytes }) => bytes.includes(SUBJECT))).toBe(true);
      }
      const found = files.filter(({ bytes }) => texts.some((text) => bytes.includes(text)));
      expect(found.map(({ name }) => name)).toEqual([]);
    },
    120_000,
  );

  test.skipIf(isSkipped)(
    "an event stream ends immediately with the provider's back-channel logout, and no other",
    async () => {
      const { provider, patron, baseUrl, tokens } = await start();
      provider.claims = { sub: SUBJECT, sid: 'second' };
      const others = await signInByProvider({ baseUrl }, provider);
      const open = async ({ access_token }: TokenResponse) => {
        const reader = await readStream(`${patron.url}/gateway/teams/1/webhook-events/stream`, {
          authorization: `Bearer ${access_token}`,
        });
        onTestFinished(() => reader.disconnect());
        await vi.waitFor(() => expect(reader.comments).toContain('connected'));
        return reader;
      };
      const [ended, kept] = [await open(tokens), await open(others)];
      const startedAt = performance.now();
      const token = await provider.logoutToken({ sub: SUBJECT, sid: 'first' });
      expect(await sendLogout(baseUrl, token)).toBe(200);
      await ended.ended;
      expect(performance.now() - startedAt).toBeLessThan(GATEWAY_LIMITS.heartbeatMs / 2);
      const name = 'After the logout';
      await enterCampaign(patron, name);
      const received = () => expect(kept.messages.map(({ data }) => data).join()).toContain(name);
      await vi.waitFor(received, 10_000);
    },
    120_000,
  );
});
