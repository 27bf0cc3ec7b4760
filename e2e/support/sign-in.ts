import type { Page } from '@playwright/test';
import * as oauth from 'oauth4webapi';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { expectSuccess } from './expect-success.ts';

/** Who signs in. */
export interface Person {
  email: string;
  password: string;
}

/** May do everything in teams 1 and 2 (operating.md, Demo data). */
export const ADMIN: Person = { email: 'admin@patron.test', password: 'patron-demo-admin' };
/** Only reads, in team 1. */
export const VIEWER: Person = { email: 'viewer@patron.test', password: 'patron-demo-viewer' };
/** May do everything in team 2, and is in no other. */
export const OUTSIDER: Person = { email: 'outsider@patron.test', password: 'patron-demo-outsider' };

/** Where the console keeps the session of a browser. */
const REFRESH_TOKEN_KEY = 'patron.refresh-token';

interface SignInOptions {
  /** Who it is; the administrator, where nobody is named. */
  readonly as?: Person;
  /** What the person grants the console; what it asks for, where nothing is named. */
  readonly scopes?: readonly string[];
}

/**
 * Opens an address of the console as somebody who is signed in. What the pages of the sign-in do is
 * done without drawing them, which takes a third of the time; `signInOnPage` draws them.
 */
export async function signIn(
  page: Page,
  path = '/',
  { as: person = ADMIN, scopes }: SignInOptions = {},
): Promise<void> {
  const origin = await originOf(page, path);
  const refreshToken = await grantSession(page, origin, person, scopes);
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
export async function signInOnPage(page: Page, path = '/', person = ADMIN): Promise<void> {
  await page.goto(path);
  await sendPassword(page, person);
  await signedIn(page);
}

/** Fills the form of the sign-in page and sends it. */
export async function sendPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs out by the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** The refresh token that the console keeps in this browser. */
export async function readRefreshToken(page: Page): Promise<string> {
  const token = await page.evaluate((key) => localStorage.getItem(key), REFRESH_TOKEN_KEY);
  if (token === null) throw new Error('The console keeps no refresh token');
  return token;
}

/** Ends the session at the service, as an administrator would, without telling the page. */
export async function revokeSession(page: Page): Promise<void> {
  const token = await readRefreshToken(page);
  const answer = await page.request.post('/api/advocacy/oauth/revoke', {
    form: { client_id: 'patron-console', token },
  });
  await expectSuccess(answer);
}

/**
 * Waits until the console knows who is signed in, and so has its tokens: leaving the page while they
 * are on their way would lose the session, as each refresh token is good for once.
 */
async function signedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^You, .+@/ }).waitFor();
}

/** The refresh token that the console would hold after a sign-in; the browser gets the cookies. */
async function grantSession(
  page: Page,
  origin: string,
  person: Person,
  scopes?: readonly string[],
): Promise<string> {
  const { request } = page;
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
