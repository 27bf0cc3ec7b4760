import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createConsoleConfig, readConsoleConfig } from './console-config.ts';
import { defaultConsoleScopes } from './console-scopes.ts';

const RECORD = { type: 'CNAME', name: '{domain}', value: 'edge.example.com' } as const;
const defaults = createConsoleConfig('https://patron.example.com', { hasDirectory: true });

function fileOf(text: string): string {
  const path = join(temporaryDirectory(), 'config.json');
  writeFileSync(path, text);
  return path;
}

describe('console configuration', () => {
  test('derived from the environment matches the schema that the console parses', () => {
    expect(consoleConfigSchema.parse(defaults)).toEqual(defaults);
    const advocacy = {
      baseUrl: 'https://advocacy.example.com',
      authorizeUrl: 'https://login.example.com/oauth/authorize',
      tokenUrl: 'https://advocacy.example.com/oauth/token',
      revocationUrl: undefined,
      clientId: undefined,
      accountTypes: undefined,
    };
    const createExternal = (changes: object = {}) =>
      createConsoleConfig('https://patron.example.com', {
        advocacy: { ...advocacy, ...changes },
        domainRecords: [RECORD],
      });
    const external = createExternal();
    expect(external.advocacy).toMatchObject({
      baseUrl: 'https://advocacy.example.com',
      authorizeUrl: 'https://login.example.com/oauth/authorize',
      tokenUrl: 'https://advocacy.example.com/oauth/token',
    });
    expect(external.advocacy).not.toHaveProperty('revocationUrl');
    const revocationUrl = 'https://login.example.com/revoke';
    expect(createExternal({ revocationUrl }).advocacy.revocationUrl).toBe(revocationUrl);
    // Another service can't look records up, but the console can still show them.
    expect(external.extensions?.domain_setup).toEqual({ records: [RECORD] });
    expect(external.extensions).not.toHaveProperty('directory');
    expect(defaults.extensions?.directory?.baseUrl).toBe('https://patron.example.com/gateway');
    expect(defaults.extensions?.domain_setup?.baseUrl).toBe(
      'https://patron.example.com/api/advocacy',
    );
  });

  test('has only what the services of a deployment have', () => {
    const of = (loyalty: 'own' | 'external' | 'none') => {
      const config = createConsoleConfig('https://x.com', { loyalty, hasDirectory: true });
      expect(consoleConfigSchema.parse(config)).toEqual(config);
      return [...Object.keys(config), ...Object.keys(config.extensions ?? {})];
    };
    expect(of('own')).toEqual(expect.arrayContaining(['loyalty', 'inbox', 'jobs', 'points']));
    // Points exist only in Patron's own loyalty service.
    expect(of('external')).toEqual(expect.arrayContaining(['loyalty', 'inbox', 'jobs']));
    expect(of('external')).not.toContain('points');
    for (const name of ['loyalty', 'inbox', 'webhook_checks', 'directory', 'jobs', 'points']) {
      expect(of('none')).not.toContain(name);
    }
  });

  test('from a file replaces the default completely', () => {
    const { inbox: _none, loyalty: _neither, ...rest } = defaults;
    const config = { ...rest, advocacy: { ...defaults.advocacy, scopes: ['identity'] } };
    expect(readConsoleConfig(fileOf(JSON.stringify(config)))).toEqual(config);
  });

  test.each([
    ['{"advocacy":', /PATRON_CONSOLE_CONFIG: .*config\.json is not valid JSON$/],
    [
      JSON.stringify({ ...defaults, loyalty: { baseUrl: '/x', access: 'gateway' } }),
      /loyalty\.baseUrl/,
    ],
    ['[]', /is invalid at the top level/],
  ])('rejects an invalid file: %s', (text, message) => {
    expect(() => readConsoleConfig(fileOf(text))).toThrow(message);
  });

  test('rejects a missing file', () => {
    expect(() => readConsoleConfig(join(temporaryDirectory(), 'none.json'))).toThrow(
      /cannot be read$/,
    );
  });
});

describe('the scopes that the console asks for', () => {
  const own = defaultConsoleScopes({ isExternal: false });
  const external = defaultConsoleScopes({ isExternal: true });

  test('are those that its code checks, and no others', () => {
    const code = globSync('src/console/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const checked = new Set(
      Array.from(code.matchAll(/'([a-z_]+:(?:read|write))'/g), ([, scope]) => scope),
    );
    expect([...checked].filter((scope) => !own.some((asked) => asked === scope))).toEqual([]);
    expect(own.length).toBeLessThan(SCOPES.length / 3);
  });

  test('of an external service are those of the specification: membership decides the rest', () => {
    expect(external).toEqual([
      'accounts:read',
      'accounts:write',
      'authentication_factors:read',
      'authentication_factors:write',
      'boards:read',
      'domains:read',
      'domains:write',
      'identity',
      'identity:write',
    ]);
  });

  test('can be set', () => {
    const scopes = ['openid', 'accounts:read'];
    expect(createConsoleConfig('https://x.com', { scopes }).advocacy.scopes).toEqual(scopes);
  });
});
