import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createProviderMetadata } from './provider-metadata.ts';
import { type OpenIdProvider, startOpenIdProvider } from './testing/openid-provider.ts';

const clock = createTestClock();
let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider(clock);
});
afterAll(() => provider.close());

test.each([
  ['as they are, if nothing in them has to be encoded', 'patron-1.test', 'a~b_c-d.e', 'a~b_c-d.e'],
  ['encoded otherwise', 'patron-1.test', 'a b+c/d=:%', 'a+b%2Bc%2Fd%3D%3A%25'],
])('client ID and secret are sent %s', async (_how, clientId, clientSecret, sent) => {
  const settings = provider.settings({ clientId, clientSecret });
  const metadata = createProviderMetadata({ settings, clock, log: silentLog });
  await metadata.refresh();
  const redirectUri = 'http://localhost/callback';
  const identity = createIdentityProvider({ settings, metadata, clock, redirectUri });
  const callback = new URLSearchParams({ code: 'unknown', state: 'state', iss: provider.url });
  const request = { state: 'state', nonce: 'nonce', codeVerifier: 'verifier' };
  const subject = { purpose: 'sign_in', boundTo: 'a sign-in', startedAt: 0 } as const;
  await expect(identity.redeem(callback, { ...request, ...subject })).rejects.toThrow(
    'invalid_grant',
  );
  const credentials = provider.authorization?.replace('Basic ', '') ?? '';
  expect(atob(credentials)).toBe(`${clientId}:${sent}`);
});
