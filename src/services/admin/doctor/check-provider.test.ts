import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '#services/advocacy/single-sign-on/testing/openid-provider.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { checkProvider } from './check-provider.ts';

const BASE_URL = 'https://patron.example.com/api/advocacy';
let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider(createTestClock());
});
beforeEach(() => {
  provider.metadata = {};
  provider.headers = {};
});
afterAll(() => provider.close());

const check = (more = {}) =>
  checkProvider(() => Promise.reject(new Error('closed')), provider.settings(more), BASE_URL);

test('a provider that responds is reported with the addresses to register there', async () => {
  expect(await check()).toEqual({
    status: 'ok',
    result: `${provider.url} responds. Register ${BASE_URL}/oauth/sso/callback for sign-in and ${BASE_URL}/oauth/sso/backchannel-logout for back-channel logout`,
  });
});

test.each<[string, Record<string, unknown>]>([
  ['names another issuer', { issuer: 'https://evil.example' }],
  ['has no keys', { jwks_uri: undefined }],
  ['has an address that is not https', { token_endpoint: 'ftp://evil.example/token' }],
])('a provider that %s is a problem', async (_name, metadata) => {
  provider.metadata = metadata;
  expect(await check()).toMatchObject({
    status: 'problem',
    result: expect.stringContaining(`${provider.url} can't be used: `),
    advice: expect.stringContaining('PATRON_OIDC_ISSUER'),
  });
});

test('a role by a group in a team that does not exist is a problem', async () => {
  const storage = await openEmbeddedCopy();
  onTestFinished(() => storage.close());
  const settings = provider.settings({ groupRoles: [{ group: 'a', team: 7, role: 'viewer' }] });
  expect(await checkProvider(async () => storage, settings, BASE_URL)).toEqual({
    status: 'problem',
    result: 'PATRON_OIDC_ROLES: there is no team 7',
    advice: 'Correct PATRON_OIDC_ROLES, or create what it names',
  });
});

test('a provider that does not respond is a problem', async () => {
  expect(await check({ issuer: 'http://127.0.0.1:1' })).toMatchObject({ status: 'problem' });
});

test('a clock that differs from the provider is a problem', async () => {
  provider.headers = { date: 'Fri, 01 Jan 1999 00:00:00 GMT' };
  expect(await check()).toEqual({
    status: 'problem',
    result: expect.stringMatching(/^The clock of http:\S+ differs by \d+ s$/),
    advice: 'Synchronize the clock of this machine',
  });
});
