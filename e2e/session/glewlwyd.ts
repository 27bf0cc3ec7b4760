import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { CLIENT_SECRET } from './company-sign-in.ts';

const PROGRAM = '/usr/bin/glewlwyd';
const MODULES = '/usr/lib/glewlwyd';
const PAGES = '/usr/share/glewlwyd/webapp';
const PAGES_SETTINGS = '/usr/share/glewlwyd/templates/config.json';
const SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
/** The schema creates this user. */
const ADMINISTRATOR = { username: 'admin', password: 'password' };
const SCOPES = ['openid', 'email', 'profile'];
/** Keeps whether an address is verified, which its own fields don't say. */
const USERS = {
  module: 'database',
  name: 'database',
  display_name: 'Users',
  order_rank: 0,
  readonly: false,
  parameters: {
    'use-glewlwyd-connection': true,
    'data-format': { email_verified: { multiple: false, read: true, write: true } },
  },
};
/** The cookie with the id of a person's session. */
const SESSION_COOKIE = 'session-of-glewlwyd';

/** Whether Debian's glewlwyd is installed, an OpenID provider that shares no code with Patron and its packages. */
export const hasGlewlwyd = [PROGRAM, MODULES, PAGES, PAGES_SETTINGS, SCHEMA].every(existsSync);

/** A person whose address it has verified. */
interface Person {
  username: string;
  password: string;
  name: string;
  email: string;
}

/** Starts it with Patron as an application, and people. */
export async function startGlewlwyd(patronPort: number, people: readonly Person[]) {
  const directory = mkdtempSync(join(tmpdir(), 'patron-glewlwyd-'));
  const port = await findFreePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const issuer = `${url}/api/oidc`;
  copyPages(join(directory, 'pages'));
  createDatabase(join(directory, 'database'));
  const settings = join(directory, 'glewlwyd.conf');
  writeFileSync(settings, settingsOf(directory, port));
  const child = spawn(PROGRAM, ['--config-file', settings], { stdio: 'ignore' });
  const call = await signInAsAdministrator(`${url}/api`);
  for (const name of SCOPES.slice(1)) {
    await call('POST', 'scope/', { name, display_name: name, password_required: false });
  }
  await call('PUT', 'mod/user/database', USERS);
  await call('PUT', 'mod/user/database/reset');
  await call('POST', 'mod/plugin/', pluginOf(issuer));
  await call('POST', 'client/', clientOf(patronPort));
  for (const person of people) {
    await call('POST', 'user/', {
      ...person,
      email_verified: 'true',
      scope: SCOPES,
      enabled: true,
    });
  }
  return {
    issuer,
    patronPort,
    /** Where its `end_session_endpoint` sends people of an application. */
    signOutUrl: (sessionId: string) =>
      `${url}/login.html?prompt=end_session&plugin=oidc&client_id=patron&sid=${sessionId}`,
    sessionCookie: SESSION_COOKIE,
    stop() {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
export type Glewlwyd = Awaited<ReturnType<typeof startGlewlwyd>>;

/** The package links the settings of its pages to a folder. */
function copyPages(target: string): void {
  // Not `cpSync`, which leaves links in subfolders as they are.
  execFileSync('cp', ['--recursive', '--dereference', PAGES, target]);
  rmSync(join(target, 'config.json'), { recursive: true });
  copyFileSync(PAGES_SETTINGS, join(target, 'config.json'));
}

function createDatabase(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(readFileSync(SCHEMA, 'utf8'));
  database.close();
}

function settingsOf(directory: string, port: number): string {
  const types = {
    html: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    json: 'application/json',
  };
  const values = {
    bind_address: '127.0.0.1',
    external_url: `http://127.0.0.1:${port}`,
    login_url: 'login.html',
    api_prefix: 'api',
    static_files_path: `${directory}/pages/`,
    log_mode: 'console',
    log_level: 'NONE',
    cookie_domain: '127.0.0.1',
    session_key: 'glewlwyd',
    user_module_path: `${MODULES}/user`,
    client_module_path: `${MODULES}/client`,
    user_auth_scheme_module_path: `${MODULES}/scheme`,
    plugin_module_path: `${MODULES}/plugin`,
    hash_algorithm: 'SHA512',
  };
  return [
    `port=${port}`,
    'cookie_secure=0',
    ...Object.entries(values).map(([name, value]) => `${name}="${value}"`),
    `database={ type="sqlite3" path="${directory}/database" }`,
    `static_files_mime_types=(${Object.entries(types)
      .map(([extension, type]) => `{ extension=".${extension}" mime_type="${type}" }`)
      .join(',')})`,
  ].join('\n');
}

/** Waits until it has started. @returns a function that calls its API */
async function signInAsAdministrator(api: string) {
  const send = (method: string, path: string, body?: object, headers: object = {}) =>
    fetch(`${api}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body ?? {}),
    });
  let cookie = '';
  await expect(async () => {
    const response = await send('POST', 'auth/', ADMINISTRATOR);
    expect(response.status).toBe(200);
    cookie = String(response.headers.getSetCookie()[0]?.split(';')[0]);
  }).toPass({ timeout: 20_000 });
  return async (method: 'POST' | 'PUT', path: string, body?: object) => {
    const response = await send(method, path, body, { cookie });
    expect([path, response.status, await response.text()]).toEqual([path, 200, '']);
  };
}

/** Its OpenID provider, with the addresses of people in id_tokens. */
function pluginOf(issuer: string): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' };
  const verified = { 'boolean-value-true': 'true', 'boolean-value-false': 'false' };
  const claim = { name: 'email_verified', 'user-property': 'email_verified', type: 'boolean' };
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    enabled: true,
    parameters: {
      iss: issuer,
      'oauth-as-iss-id': true,
      'jwks-private': JSON.stringify({ keys: [key] }),
      'jwks-show': true,
      'auth-type-code-enabled': true,
      'pkce-allowed': true,
      'allowed-scope': SCOPES,
      'email-claim-scope': ['email'],
      'name-claim-scope': ['profile'],
      claims: [{ ...claim, ...verified, scope: ['email'] }],
      'session-management-allowed': true,
      'session-cookie-name': SESSION_COOKIE,
      'session-cookie-expiration': 3600,
      'back-channel-logout-allowed': true,
      // Its page needs the list that this adds.
      'front-channel-logout-allowed': true,
    },
  };
}

function clientOf(patronPort: number): object {
  const path = `http://localhost:${patronPort}/api/advocacy/oauth/sso`;
  return {
    client_id: 'patron',
    client_secret: CLIENT_SECRET,
    name: 'Patron',
    enabled: true,
    confidential: true,
    redirect_uri: [`${path}/callback`],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
    scope: SCOPES,
    backchannel_logout_uri: `${path}/backchannel-logout`,
    backchannel_logout_session_required: 'true',
  };
}
