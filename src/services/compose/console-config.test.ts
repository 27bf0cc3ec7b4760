import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createConsoleConfig, readConsoleConfig } from './console-config.ts';

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
      authUrl: 'https://login.example.com',
      tokenUrl: 'https://advocacy.example.com',
      revocationUrl: undefined,
      clientId: undefined,
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

  test('from a file replaces the default completely', () => {
    const { inbox: _none, ...rest } = defaults;
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
