import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createConsoleConfig, readConsoleConfig } from './console-config.ts';

const own = createConsoleConfig('https://patron.example.com', [], undefined);

function fileOf(text: string): string {
  const path = join(temporaryDirectory(), 'config.json');
  writeFileSync(path, text);
  return path;
}

test('what follows from the environment is what the console reads', () => {
  expect(consoleConfigSchema.parse(own)).toEqual(own);
  const foreign = createConsoleConfig('https://patron.example.com', [], {
    baseUrl: 'https://advocacy.example.com',
    authUrl: 'https://login.example.com',
    tokenUrl: 'https://advocacy.example.com',
    clientId: undefined,
  });
  expect(foreign.advocacy).toMatchObject({
    baseUrl: 'https://advocacy.example.com',
    authorizeUrl: 'https://login.example.com/oauth/authorize',
    tokenUrl: 'https://advocacy.example.com/oauth/token',
  });
  expect(foreign.advocacy).not.toHaveProperty('revocationUrl');
});

test('a file takes its place, whole', () => {
  const { inbox: _none, ...rest } = own;
  const config = { ...rest, advocacy: { ...own.advocacy, scopes: ['identity'] } };
  expect(readConsoleConfig(fileOf(JSON.stringify(config)))).toEqual(config);
});

test.each([
  ['{"advocacy":', /PATRON_CONSOLE_CONFIG: .*config\.json is not JSON$/],
  [JSON.stringify({ ...own, loyalty: { baseUrl: '/x', access: 'gateway' } }), /loyalty\.baseUrl/],
  ['[]', /is wrong at the document/],
])('a wrong file ends the start: %s', (text, message) => {
  expect(() => readConsoleConfig(fileOf(text))).toThrow(message);
});

test('a missing file ends the start', () => {
  expect(() => readConsoleConfig(join(temporaryDirectory(), 'none.json'))).toThrow(
    /can not be read$/,
  );
});
