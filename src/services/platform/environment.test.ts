import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { EnvironmentError } from './check-variables.ts';
import { readEnvironment } from './environment.ts';
import { withEnvironmentFile } from './environment-file.ts';
import { PARTNERS, VARIABLES } from './environment-variables.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

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
    advocacyScopes: undefined,
    loyaltyUrl: undefined,
    hasLoyalty: true,
    consoleConfigFile: undefined,
    accountProvidersFile: undefined,
    trustedProxies: [],
    acme: undefined,
    domainRecords: [],
    smtpUrl: undefined,
    webhookRetrySeconds: 300,
    webhookMaxAttempts: 5,
    webhookAllowedNetworks: [],
    auditDays: 400,
    deletedMemberDays: 30,
    directoryPollSeconds: 60,
    responseChecks: 'sample',
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
  ['PATRON_ADVOCACY_SCOPES', 'identity \u00e9', 'a list of scopes'],
  ['PATRON_ACCOUNT_TYPES', '{}', 'a JSON array of account types'],
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
  ['PATRON_OIDC_ISSUER', 'http://login.example.com', "an OpenID provider's issuer, of one tenant"],
  ['PATRON_OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0', 'of one tenant'],
  ['PATRON_OIDC_ISSUER', 'https://login.microsoftonline.com/{tenantid}/v2.0', 'of one tenant'],
  ['PATRON_OIDC_SCOPES', 'email profile', 'a list of scopes with openid'],
  ['PATRON_OIDC_REQUIRE', '7', 'a JSON object of claims'],
  ['PATRON_OIDC_DOMAINS', 'ana@example.com', 'the domains of email addresses'],
  ['PATRON_OIDC_AMR', ',', 'the values of amr that are a second step'],
  ['PATRON_OIDC_SESSION_HOURS', '0', 'a whole number of hours from 1 to 720'],
  ['PATRON_OIDC_GROUPS_CLAIM', 'realm..roles', 'the name of a claim'],
  ['PATRON_OIDC_ROLES', '7', 'a JSON array of 1 to 200 objects'],
  ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn'],
])('%s=%s is rejected in one line with a valid example', (name, value, expected) => {
  const others = partnersOf(name as keyof typeof VARIABLES);
  const read = () => readEnvironment({ ...others, [name]: value });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(
    new RegExp(`^${name}: "${value}" is not .*${expected}.*; for example ${name}=`),
  );
});

test('a Google account is no account of a company without the claim hd', () => {
  const google = {
    PATRON_OIDC_ISSUER: 'https://accounts.google.com',
    PATRON_OIDC_CLIENT_ID: 'patron',
  };
  expect(() => readEnvironment(google)).toThrow(/^PATRON_OIDC_REQUIRE: Google needs the claim hd/);
  const require = '{"hd":"example.com"}';
  expect(readEnvironment({ ...google, PATRON_OIDC_REQUIRE: require }).oidc).toMatchObject({
    name: 'single sign-on',
    scopes: ['openid', 'email', 'profile'],
    require: { hd: 'example.com' },
    sessionHours: 12,
    isOnly: false,
  });
});

describe('roles by groups', () => {
  const read = (value: unknown) =>
    readEnvironment({
      PATRON_OIDC_ISSUER: 'https://login.example.com',
      PATRON_OIDC_CLIENT_ID: 'patron',
      PATRON_OIDC_ROLES: JSON.stringify(value),
    }).oidc?.groupRoles;
  const entry = { group: 'leads', team: 1, role: 'viewer' };

  test('name a group, a team by its ID or * for all, and a role', () => {
    expect(read([entry, { ...entry, team: '12' }, { group: '*', team: '*', role: 'x' }])).toEqual([
      entry,
      { ...entry, team: 12 },
      { group: '*', team: '*', role: 'x' },
    ]);
    const longest = { group: 'g'.repeat(255), team: '9'.repeat(15), role: 'r'.repeat(255) };
    expect(read(Array(200).fill(longest))).toHaveLength(200);
  });

  test.each<[string, unknown]>([
    ['an empty list', []],
    ['more than 200', Array(201).fill(entry)],
    ['an object', entry],
    ['a team by its name', [{ ...entry, team: 'Northwind' }]],
    ['no team', [{ group: 'leads', role: 'viewer' }]],
    ['an ID of 16 digits', [{ ...entry, team: '1'.repeat(16) }]],
    ['the ID 0', [{ ...entry, team: 0 }]],
    ['an empty group', [{ ...entry, group: '' }]],
    ['a group that is too long', [{ ...entry, group: 'g'.repeat(256) }]],
    ['a role that is no text', [{ ...entry, role: ['viewer'] }]],
    ['a misspelled field', [{ ...entry, groups: ['x'] }]],
  ])('reject %s', (_name, value) => {
    expect(() => read(value)).toThrow(/^PATRON_OIDC_ROLES: /);
  });
});

test.each(['DATABASE_URL', 'SMTP_URL', 'PHONE_URL'])(
  'an invalid %s is rejected without repeating the value',
  (name) => {
    const read = () => readEnvironment({ [name]: 'mysql://root:hunter2@db/patron' });
    expect(read).toThrow(new RegExp(`^${name}: its value is not`));
    expect(read).not.toThrow(/hunter2/);
  },
);

test.each([
  ['PATRON_DEM', '0', 'PATRON_DEMO=1'],
  ['PATRON_PUBLIC_ULR', 'https://x.example', 'PATRON_PUBLIC_URL=https://patron.example.com'],
  ['LOYALTY_WEBHOOK_RETRIES', '3', 'LOYALTY_WEBHOOK_'],
  ['PATRON_DATA_DIR_FILE', '/x', 'PATRON_DATA_DIR=.data'],
])(
  'the unknown variable %s is rejected with the closest one as an example',
  (name, value, example) => {
    const read = () =>
      readEnvironment({ [name]: value, PATRON_TEST_DATABASE_URL: 'x', PATH: '/bin' });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(`${name}: there is no such setting; for example ${example}`);
  },
);

test.each(Object.entries(PARTNERS))('%s is rejected without %s', (name, partner) => {
  const example = VARIABLES[name as keyof typeof VARIABLES].example;
  expect(() => readEnvironment({ [name]: example })).toThrow(
    `${name}: it has no effect without ${partner}; for example ${partner}=`,
  );
});

describe('the file .env', () => {
  let path: string;
  beforeEach(() => {
    path = join(temporaryDirectory(), '.env');
    writeFileSync(path, '# comment\nPORT=5000\nPATRON_DEMO="0"\nLOG_LEVEL=warn\n');
  });

  test('is read, and real variables take precedence', () => {
    const variables = withEnvironmentFile({ LOG_LEVEL: 'error' }, path);
    expect(variables).toEqual({ PORT: '5000', PATRON_DEMO: '0', LOG_LEVEL: 'error' });
  });

  test('is not needed, not read in tests, and rejected in one line if it cannot be read', () => {
    expect(withEnvironmentFile({ PORT: '1' }, `${path}.missing`)).toEqual({ PORT: '1' });
    expect(withEnvironmentFile({ NODE_ENV: 'test' }, path)).toEqual({ NODE_ENV: 'test' });
    expect(() => withEnvironmentFile({}, '/')).toThrow(/^\/ can't be read; /);
  });

  test('has an example with every variable, which is valid', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(VARIABLES).sort());
    const uncommented = example.replaceAll(/^#(?=[A-Z_]+=)/gm, '');
    expect(() => readEnvironment(parseEnv(uncommented))).not.toThrow();
  });
});

describe('a secret in a file', () => {
  let path: string;
  beforeEach(() => {
    path = join(temporaryDirectory(), 'smtp');
    writeFileSync(path, 'smtps://user:hunter2@mail.example.com\n');
  });

  test('is read from the path in the variable with _FILE', () => {
    expect(readEnvironment({ SMTP_URL_FILE: path }).smtpUrl).toBe(
      'smtps://user:hunter2@mail.example.com',
    );
  });

  test('is rejected beside the variable itself, and if it is missing or wrong, without its value', () => {
    const both = () =>
      readEnvironment({ SMTP_URL_FILE: path, SMTP_URL: 'smtp://mail.example.com' });
    expect(both).toThrow(/^SMTP_URL_FILE: SMTP_URL is set too; use one of them, for example /);
    const missing = () => readEnvironment({ DATABASE_URL_FILE: '/none/here' });
    expect(missing).toThrow(/^DATABASE_URL_FILE: "\/none\/here" can't be read; for example /);
    const wrong = () => readEnvironment({ DATABASE_URL_FILE: path });
    expect(wrong).toThrow(/^DATABASE_URL: its value is not a PostgreSQL URL/);
    expect(wrong).not.toThrow(/hunter2/);
  });
});

test.each(['https://api.twilio.com', 'https://account:token@api.twilio.com?from=me'])(
  'PHONE_URL=%s is rejected without an account, a token and a caller number',
  (value) => {
    expect(() => readEnvironment({ PHONE_URL: value })).toThrow(/^PHONE_URL: its value is not /);
  },
);

test('a sender that is no email address is rejected', () => {
  const read = () => readEnvironment({ SMTP_URL: 'smtp://mail.example.com?from=nonsense' });
  expect(read).toThrow(/^SMTP_URL: its value is not .* whose parameter from is an email address/);
});

test.each(Object.entries(VARIABLES))(
  'the example for %s is valid, and the README documents the variable',
  (name, { example }) => {
    const others = partnersOf(name as keyof typeof VARIABLES);
    expect(() => readEnvironment({ ...others, [name]: example })).not.toThrow();
    expect(readme).toContain(`\`${name}\``);
  },
);

/** Examples of the variables that a variable needs, and of those that they need. */
function partnersOf(name: keyof typeof VARIABLES, found: Record<string, string> = {}) {
  const partner = PARTNERS[name];
  if (partner === undefined || partner in found) return found;
  return partnersOf(partner, { ...found, [partner]: VARIABLES[partner].example });
}
