import type { Page } from '@playwright/test';
import * as oauth from 'oauth4webapi';
import type { ConsoleConfig } from '#contract/console/config.ts';

export interface Person {
  email: string;
  password: string;
}

export const ADMIN: Person = { email: 'admin@patron.test', password: 'patron-demo-admin' };
export const VIEWER: Person = { email: 'viewer@patron.test', password: 'patron-demo-viewer' };
export const OUTSIDER: Person = { email: 'outsider@patron.test', password: 'patron-demo-outsider' };

/** Where the console keeps the session of a browser. */
const REFRESH_TOKEN_KEY = 'patron.refresh-token';

/**
 * Opens an address of the console as somebody who is signed in. What the pages of the sign-in do is
 * done without drawing them, which takes a third of the time; `signInOnPage` draws them.
 */
export async function signIn(page: Page, person = ADMIN, path = '/'): Promise<void> {
  const origin = await originOf(page, path);
  const refreshToken = await grantSession(page, origin, person);
  // Any small answer of the console's origin, to write its storage from.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    REFRESH_TOKEN_KEY,
    refreshToken,
  ] as const);
  await page.goto(path);
  await signedIn(page);
}

/** Opens an address of the console and signs in on the page that it leads to. */
export async function signInOnPage(page: Page, person = ADMIN, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signedIn(page);
}

/**
 * Waits until the console knows who is signed in, and so has its tokens: leaving the page while they
 * are on their way would lose the session, as each refresh token is good for once.
 */
async function signedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^You, .+@/ }).waitFor();
}

/** The refresh token that the console would hold after a sign-in; the browser gets the cookies. */
async function grantSession(page: Page, origin: string, person: Person): Promise<string> {
  const { request } = page;
  const { advocacy }: ConsoleConfig = await (await request.get(`${origin}/config.json`)).json();
  const redirectUri = `${origin}/auth/callback`;
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const form = await request.get(new URL(advocacy.authorizeUrl, origin).href, {
    params: {
      response_type: 'code',
      client_id: advocacy.clientId,
      redirect_uri: redirectUri,
      scope: advocacy.scopes.join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      prompt: 'login',
    },
  });
  const back = await request.post(form.url(), { form: { ...person } });
  const code = new URL(back.url()).searchParams.get('code');
  if (code === null) throw new Error(`${person.email} was not signed in: ${back.url()}`);
  const reply = await request.post(new URL(advocacy.tokenUrl, origin).href, {
    form: {
      grant_type: 'authorization_code',
      client_id: advocacy.clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    },
  });
  const tokens: { refresh_token: string } = await reply.json();
  return tokens.refresh_token;
}

/** The origin of an address, which may be relative to the base URL of the tests. */
async function originOf(page: Page, path: string): Promise<string> {
  if (URL.canParse(path)) return new URL(path).origin;
  return new URL((await page.request.get('/healthz')).url()).origin;
}
