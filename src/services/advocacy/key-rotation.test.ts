import { decodeProtectedHeader } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { idTokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { SIGNATURE_LIFETIME_SECONDS } from '#services/platform/secrets/keys-in-use.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { DEVICE_SECONDS } from './oauth/sign-in/throttle/known-devices.ts';
import { ID_TOKEN_SECONDS } from './oauth/tokens/id-token.ts';
import { createApiClient } from './testing/api-client.ts';
import { oneTimePassword } from './testing/factors-user.ts';
import { createPageBrowser, locationOf } from './testing/page-browser.ts';
import { seedSignIn } from './testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  openSignIn,
  signInThroughPages,
} from './testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from './testing/start-advocacy.ts';
import { createTokenClient } from './testing/token-client.ts';

/** Seconds until all processes use the new keys. */
const ACTIVATION_SECONDS = 65;

test("signatures don't outlive the key that made them", () => {
  expect(ID_TOKEN_SECONDS).toBeLessThanOrEqual(SIGNATURE_LIFETIME_SECONDS.signing);
  expect(DEVICE_SECONDS).toBeLessThanOrEqual(SIGNATURE_LIFETIME_SECONDS.cookies);
});

describeBothStorages('key rotation with two running processes', (store) => {
  async function setUp() {
    const directory = temporaryDirectory();
    const clock = createTestClock();
    const start = async (overrides = {}) => {
      const keyring = await openKeyring(directory, { clock });
      const service = await startAdvocacy(store.storage, { keyring, ...overrides }, { clock });
      onTestFinished(() => service.close());
      return service;
    };
    const one = await start();
    const { publicUrl, baseUrl } = one.dependencies;
    const two = await start({ publicUrl, baseUrl });
    const { writer } = await seedSignIn(store.db);
    const rotate = async () => {
      await rotateKeys(directory, { clock });
      clock.advance(ACTIVATION_SECONDS);
    };
    return { clock, one, two, writer, rotate, authorization: consoleAuthorization(baseUrl) };
  }

  async function confirmPassword(service: TestAdvocacy, accessToken: string, password: string) {
    const response = await fetch(`${service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ password }),
    });
    return idTokenResponseSchema.parse(await response.json()).id_token;
  }

  /** Whether a service accepts the id_token: only then is the unknown factor 404. */
  async function isAccepted(service: TestAdvocacy, accessToken: string, idToken: string) {
    const call = createApiClient(service.baseUrl, accessToken);
    const { status } = await call(
      'DELETE',
      `/v2/authentication_factors/999999999?id_token=${idToken}`,
    );
    return status === 404;
  }

  test('keeps tokens, sessions, step-ups, factors and known browsers working', async () => {
    const { clock, one, two, writer, rotate, authorization } = await setUp();
    const known = createPageBrowser();
    await authorizeThroughPages(one.baseUrl, writer, authorization, known);
    const tokens = await signInThroughPages(one.baseUrl, writer, authorization);
    const { access_token: accessToken } = tokens;
    const idToken = await confirmPassword(one, accessToken, writer.password);
    const created = await createApiClient(one.baseUrl, accessToken)(
      'POST',
      `/v2/authentication_factors?id_token=${idToken}`,
      {
        data: {
          type: 'authentication_factor',
          attributes: { type: 'one_time_password' },
        },
      },
    );
    const { id, attributes } = created.body.data;
    const started = await openSignIn(one.baseUrl, authorization);

    await rotate();

    expect(await isAccepted(one, accessToken, idToken)).toBe(true);
    expect(await isAccepted(two, accessToken, idToken)).toBe(true);
    const refreshed = await createTokenClient(two.baseUrl, writer).refresh(tokens);
    const renewed = await confirmPassword(one, refreshed.access_token, writer.password);
    expect(decodeProtectedHeader(renewed).kid).not.toBe(decodeProtectedHeader(idToken).kid);
    expect(await isAccepted(two, refreshed.access_token, renewed)).toBe(true);

    // A sign-in that was in progress continues, also in the other process: its cookies are signed.
    const { email, password } = writer;
    const page = `${new URL(two.baseUrl).origin}${started.page.pathname}`;
    const passed = await started.browser.post(page, { email, password });
    expect(locationOf(passed).pathname).toContain('/oauth/authorize/');

    // The old seed can be decrypted, and changes are visible in the other process.
    const code = oneTimePassword(attributes.provisioning_url, clock.now());
    const verified = await createApiClient(two.baseUrl, refreshed.access_token)(
      'PATCH',
      `/v2/authentication_factors/${id}?id_token=${renewed}`,
      { data: { id, type: 'authentication_factor', attributes: { otp_attempt: code } } },
    );
    expect(verified.status).toBe(200);

    // The browser is still known: ten wrong attempts from its network don't block it.
    for (let time = 0; time < 10; time += 1) {
      const other = await openSignIn(two.baseUrl, authorization);
      await other.browser.post(other.page, { email, password: 'wrong' });
    }
    clock.advance(30);
    const again = await authorizeThroughPages(
      one.baseUrl,
      { ...writer, code: () => oneTimePassword(attributes.provisioning_url, clock.now()) },
      authorization,
      known,
    );
    expect(again.callback.searchParams.has('code')).toBe(true);
    await expect(authorizeThroughPages(one.baseUrl, writer, authorization)).rejects.toThrow('429');
  });
});
