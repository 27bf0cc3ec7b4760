import type { APIRequestContext, Page } from '@playwright/test';
import * as oauth from 'oauth4webapi';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { expectSuccess } from './expect-success.ts';

export interface DemoUser {
  email: string;
  password: string;
}

/** Has every permission in teams 1 and 2. */
export const ADMIN: DemoUser = { email: 'admin@patron.test', password: 'patron-demo-admin' };
/** Can only read, in team 1. */
export const VIEWER: DemoUser = { email: 'viewer@patron.test', password: 'patron-demo-viewer' };
/** Has every permission in team 2, and is in no other team. */
export const OUTSIDER: DemoUser = {
  email: 'outsider@patron.test',
  password: 'patron-demo-outsider',
};

/** The localStorage key of the console's session. */
const REFRESH_TOKEN_KEY = 'patron.refresh-token';

interface SignInOptions {
  /** Defaults to the administrator. */
  readonly as?: DemoUser;
  /** Scopes to grant. Defaults to all that the console requests. */
  readonly scopes?: readonly string[];
}

/**
 * Opens a path of the console as a signed-in user. Runs the OAuth flow with plain requests, which takes
 * a third of the time of rendering its pages; `signInOnPage` renders them.
 */
export async function signIn(
  page: Page,
  path = '/',
  { as: user = ADMIN, scopes }: SignInOptions = {},
): Promise<void> {
  const origin = await originOf(page, path);
  const { refresh_token } = await createSession(page.request, origin, user, scopes);
  // Any small response of the console's origin gives access to its localStorage.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    REFRESH_TOKEN_KEY,
    refresh_token,
  ] as const);
  await page.goto(path);
  await waitForUser(page);
}

/** Opens a path of the console and signs the administrator in on the sign-in page. */
export async function signInOnPage(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await submitPassword(page, ADMIN);
  await waitForUser(page);
}

/** Fills in and submits the form on the sign-in page. */
export async function submitPassword(page: Page, { email, password }: DemoUser): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out with the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** The refresh token that the console stored in this browser. */
export async function readRefreshToken(page: Page): Promise<string> {
  const token = await page.evaluate((key) => localStorage.getItem(key), REFRESH_TOKEN_KEY);
  if (token === null) throw new Error('The console stored no refresh token');
  return token;
}

/** Revokes the session on the server, without the page's knowledge. */
export async function revokeSession(page: Page): Promise<void> {
  const token = await readRefreshToken(page);
  const response = await page.request.post('/api/advocacy/oauth/revoke', {
    form: { client_id: 'patron-console', token },
  });
  await expectSuccess(response);
}

/**
 * Waits until the console shows the signed-in user, so that it has its tokens. Leaving the page while
 * a refresh is in flight would lose the session, because each refresh token can be used only once.
 */
async function waitForUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^You, .+@/ }).waitFor();
}

/** Waits for the shell's last request, which would find out by itself that the session has ended. */
export async function waitForBadge(page: Page): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByText('need attention').waitFor();
}

/** Signs in with requests. The browser context gets the cookies. */
export async function createSession(
  request: APIRequestContext,
  origin: string,
  user: DemoUser,
  scopes?: readonly string[],
): Promise<{ access_token: string; refresh_token: string }> {
  const { advocacy }: ConsoleConfig = await (await request.get(`${origin}/config.json`)).json();
  const redirectUri = `${origin}/auth/callback`;
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const form = await request.get(new URL(advocacy.authorizeUrl, origin).href, {
    params: {
      response_type: 'code',
      client_id: advocacy.clientId,
      redirect_uri: redirectUri,
      scope: (scopes ?? advocacy.scopes).join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      prompt: 'login',
    },
  });
  const callback = await request.post(form.url(), { form: { ...user } });
  const code = new URL(callback.url()).searchParams.get('code');
  if (code === null) throw new Error(`${user.email} was not signed in: ${callback.url()}`);
  const response = await request.post(new URL(advocacy.tokenUrl, origin).href, {
    form: {
      grant_type: 'authorization_code',
      client_id: advocacy.clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    },
  });
  return response.json();
}

/** The origin of a URL, or of the tests' base URL for a relative path. */
async function originOf(page: Page, path: string): Promise<string> {
  if (URL.canParse(path)) return new URL(path).origin;
  return new URL((await page.request.get('/healthz')).url()).origin;
}
