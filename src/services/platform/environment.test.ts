import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { VARIABLES } from './environment-variables.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('an empty environment has the documented defaults', () => {
  expect(readEnvironment({})).toEqual({
    port: 4180,
    host: '127.0.0.1',
    publicUrl: undefined,
    databaseUrl: undefined,
    dataDirectory: '.data',
    demo: true,
    roles: new Set(['console', 'advocacy', 'loyalty']),
    advocacy: undefined,
    loyaltyUrl: undefined,
    consoleConfigFile: undefined,
    accountProvidersFile: undefined,
    trustedProxies: [],
    acme: undefined,
    domainRecords: [],
    smtpUrl: undefined,
    webhookRetrySeconds: 300,
    webhookMaxAttempts: 5,
    logLevel: 'info',
  });
});

test('the demo is off with DATABASE_URL, unless PATRON_DEMO turns it on', () => {
  const DATABASE_URL = 'postgres://patron:secret@127.0.0.1:5432/patron';
  expect(readEnvironment({ DATABASE_URL }).demo).toBe(false);
  expect(readEnvironment({ DATABASE_URL, PATRON_DEMO: '1' }).demo).toBe(true);
  expect(readEnvironment({ PATRON_DEMO: '0' }).demo).toBe(false);
});

test('an empty variable counts as unset, and a trailing slash is removed', () => {
  expect(
    readEnvironment({ PORT: '', PATRON_PUBLIC_URL: 'https://patron.example.com/' }),
  ).toMatchObject({
    port: 4180,
    publicUrl: 'https://patron.example.com',
  });
});

test('foreign services can be configured, and their base URL is the default for the others', () => {
  const read = readEnvironment({
    PATRON_ADVOCACY_URL: 'https://advocacy.example.com/',
    PATRON_ADVOCACY_AUTH_URL: 'https://login.example.com/',
    PATRON_ADVOCACY_CLIENT_ID: 'our-console',
    PATRON_LOYALTY_URL: 'https://loyalty.example.com/v2/',
  });
  expect(read.advocacy).toEqual({
    baseUrl: 'https://advocacy.example.com',
    authUrl: 'https://login.example.com',
    tokenUrl: 'https://advocacy.example.com',
    clientId: 'our-console',
  });
  expect(read.loyaltyUrl).toBe('https://loyalty.example.com/v2');
});

test('ACME and trusted proxies can be configured', () => {
  const directoryUrl = 'https://acme.example.com/directory';
  expect(
    readEnvironment({
      PATRON_ACME_DIRECTORY_URL: directoryUrl,
      PATRON_ACME_EMAIL: 'admin@example.com',
      PATRON_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,fd00::/8,::1',
    }),
  ).toMatchObject({
    acme: { directoryUrl, email: 'admin@example.com' },
    trustedProxies: ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1'],
  });
  expect(readEnvironment({ PATRON_ACME_DIRECTORY_URL: directoryUrl }).acme).toEqual({
    directoryUrl,
    email: undefined,
  });
});

test.each([
  ['PORT', 'eighty', 'a port number'],
  ['PORT', '70000', 'a port number'],
  ['PATRON_ADVOCACY_URL', 'advocacy', "an advocacy service's http or https URL"],
  ['PATRON_ADVOCACY_AUTH_URL', 'ftp://login.example.com', 'an http or https URL'],
  ['PATRON_ADVOCACY_TOKEN_URL', 'login.example.com', 'an http or https URL'],
  ['PATRON_LOYALTY_URL', 'loyalty/v2', "a loyalty service's http or https URL"],
  ['HOST', 'not a host', 'an address to listen on'],
  ['PATRON_PUBLIC_URL', 'patron.example.com', 'an http or https URL without a path'],
  ['PATRON_PUBLIC_URL', 'https://patron.example.com/console', 'without a path'],
  ['PATRON_DEMO', 'yes', '0 or 1'],
  ['PATRON_ROLES', 'console,backend', 'one or more of console, advocacy, loyalty'],
  ['LOYALTY_WEBHOOK_RETRY_SECONDS', '-1', 'a whole number of seconds'],
  ['LOYALTY_WEBHOOK_MAX_ATTEMPTS', '0', 'a whole number from 1 to 100'],
  ['PATRON_TRUSTED_PROXIES', 'proxy.example.com', 'one or more IP addresses or networks'],
  ['PATRON_TRUSTED_PROXIES', '10.0.0.0/33', 'one or more IP addresses or networks'],
  ['PATRON_TRUSTED_PROXIES', 'true', 'one or more IP addresses or networks'],
  ['PATRON_ACME_DIRECTORY_URL', 'http://acme.example.com/', "an ACME directory's https URL"],
  ['PATRON_ACME_EMAIL', 'admin', 'an email address'],
  ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn'],
])('%s=%s is rejected in one line with a valid example', (name, value, expected) => {
  const read = () => readEnvironment({ [name]: value });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(
    new RegExp(`^${name}: "${value}" is not .*${expected}.*; for example ${name}=`),
  );
});

test.each(['DATABASE_URL', 'SMTP_URL', 'PHONE_URL'])(
  'an invalid %s is rejected without repeating the value',
  (name) => {
    const read = () => readEnvironment({ [name]: 'mysql://root:hunter2@db/patron' });
    expect(read).toThrow(new RegExp(`^${name}: its value is not`));
    expect(read).not.toThrow(/hunter2/);
  },
);

test.each(Object.entries(VARIABLES))(
  'the example for %s is valid, and the README documents the variable',
  (name, { example }) => {
    expect(() => readEnvironment({ [name]: example })).not.toThrow();
    expect(readme).toContain(`\`${name}\``);
  },
);
