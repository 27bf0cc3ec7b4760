import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { VARIABLES } from './environment-variables.ts';

test('external services can be configured, and their base URL is the default for the others', () => {
  const read = readEnvironment({
    PATRON_ADVOCACY_URL: 'https://advocacy.example.com/',
    PATRON_ADVOCACY_AUTH_URL: 'https://login.example.com/',
    PATRON_ADVOCACY_CLIENT_ID: 'our-console',
    PATRON_LOYALTY_URL: 'https://loyalty.example.com/v2/',
  });
  expect(read.advocacy).toEqual({
    baseUrl: 'https://advocacy.example.com',
    authorizeUrl: 'https://login.example.com/oauth/authorize',
    tokenUrl: 'https://advocacy.example.com/oauth/token',
    revocationUrl: undefined,
    clientId: 'our-console',
    accountTypes: undefined,
  });
  expect(read.loyaltyUrl).toBe('https://loyalty.example.com/v2');
});

test.each([
  ['https://login.example.com', 'https://login.example.com/oauth/'],
  ['https://login.example.com/', 'https://login.example.com/oauth/'],
  ['https://login.example.com/connect/', undefined],
])('OAuth endpoints can be set as a base or as a whole address: %s', (base, prefix = base) => {
  const whole = prefix === base;
  expect(
    readEnvironment({
      PATRON_ADVOCACY_URL: 'https://advocacy.example.com',
      PATRON_ADVOCACY_AUTH_URL: whole ? `${base}authorize` : base,
      PATRON_ADVOCACY_TOKEN_URL: whole ? `${base}token` : base,
      PATRON_ADVOCACY_REVOCATION_URL: whole ? `${base}logout` : base,
    }).advocacy,
  ).toMatchObject({
    authorizeUrl: `${prefix}authorize`,
    tokenUrl: `${prefix}token`,
    revocationUrl: `${prefix}${whole ? 'logout' : 'revoke'}`,
  });
});

test('scopes, account types and the lack of a loyalty program can be configured', () => {
  const read = readEnvironment({
    PATRON_ADVOCACY_URL: 'https://advocacy.example.com',
    PATRON_ADVOCACY_SCOPES: ' identity, accounts:read  urn:other ',
    PATRON_ACCOUNT_TYPES: VARIABLES.PATRON_ACCOUNT_TYPES.example,
    PATRON_LOYALTY_URL: 'none',
  });
  expect(read.advocacyScopes).toEqual(['identity', 'accounts:read', 'urn:other']);
  expect(read.advocacy?.accountTypes).toMatchObject([{ type: 'mastodon', connect: 'authorize' }]);
  expect([read.loyaltyUrl, read.hasLoyalty]).toEqual([undefined, false]);
});
