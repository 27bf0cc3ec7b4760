import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { parseAccountProviders, readAccountProviders } from './account-provider.ts';
import { accountTypesForConsole, createAccountTypes } from './account-types.ts';

const CHIRP = {
  type: 'chirp',
  label: 'Chirp',
  authorizationEndpoint: 'https://chirp.example/authorize',
  tokenEndpoint: 'https://chirp.example/token',
  profileEndpoint: 'https://chirp.example/me',
  clientId: 'patron',
  clientSecret: 'not to be shown',
  scopes: ['profile'],
  profile: { external_id: 'id', name: 'name' },
  capabilities: ['ingest'],
};
const SHOP = { ...CHIRP, type: 'shopify', tokenEndpoint: 'https://{site}/token' };

describe('account providers', () => {
  test('are listed for the console without secrets', () => {
    const types = createAccountTypes(parseAccountProviders([CHIRP, SHOP]));
    const listed = accountTypesForConsole(types);
    expect(
      listed.map(({ type, connect, fields }) => [type, connect, fields.map((f) => f.name)]),
    ).toEqual([
      ['chirp', 'authorize', []],
      ['shopify', 'authorize', ['site']],
      ['sftp', 'credentials', ['access_token', 'secret', 'site']],
    ]);
    expect(JSON.stringify(listed)).not.toContain('not to be shown');
  });

  test.each<[string, unknown, RegExp]>([
    ['is not a list', {}, /^the file: /],
    ['has the same type twice', [CHIRP, CHIRP], /^the file: Has the same type twice/],
    ['has no token endpoint', [{ ...CHIRP, tokenEndpoint: undefined }], /^0\.tokenEndpoint: /],
    ['has a plain http endpoint', [{ ...CHIRP, tokenEndpoint: 'http://chirp.example' }], /https/],
    ['has a script as an endpoint', [{ ...CHIRP, profileEndpoint: 'javascript:1' }], /https/],
    ['has an unknown member', [{ ...CHIRP, clientSecrets: 'x' }], /clientSecrets/],
    [
      'has no mapping for the external id',
      [{ ...CHIRP, profile: { name: 'name' } }],
      /profile\.external_id/,
    ],
    ['has a type with a slash', [{ ...CHIRP, type: 'a/b' }], /^0\.type: /],
  ])('are rejected when the file %s', (_case, table, message) => {
    expect(() => parseAccountProviders(table)).toThrow(message);
    expect(() => parseAccountProviders(table)).not.toThrow(/not to be shown/);
  });

  test('are read from a file', () => {
    const path = join(temporaryDirectory(), 'providers.json');
    expect(() => readAccountProviders(path)).toThrow(`${path} cannot be read`);
    writeFileSync(path, 'oops');
    expect(() => readAccountProviders(path)).toThrow(`${path} is not JSON`);
    writeFileSync(path, JSON.stringify([CHIRP]));
    expect(readAccountProviders(path)).toMatchObject([
      { type: 'chirp', pkce: true, clientAuthentication: 'basic', scopeSeparator: ' ' },
    ]);
  });
});
