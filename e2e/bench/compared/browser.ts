import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { readRefreshToken, signIn } from '../../support/sign-in.ts';

const CONTEXT = {
  viewport: { width: 1440, height: 900 },
  // The budgets are in gzip; a browser would take brotli.
  extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  // Network emulation doesn't apply to service workers, which would renew the session at full speed.
  // Without one the page renews it over the emulated network.
  serviceWorkers: 'block' as const,
};

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.PATRON_TEST_CHROMIUM;
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** A signed-in user of the console. */
export async function openPatron(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext(CONTEXT);
  await signInForRefreshToken(context, url);
  return context;
}

/** Signs in to the console, closes it, and returns the refresh token that it stored. */
async function signInForRefreshToken(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await signIn(page, `${url}/teams/1/members`);
  await page.getByRole('table', { name: 'Members' }).getByRole('link').first().waitFor();
  const token = await readRefreshToken(page);
  await page.close();
  return token;
}

/** Gives a compared page its own session. */
export async function openCompared(browser: Browser, patronUrl: string, url: string) {
  const elsewhere = await browser.newContext(CONTEXT);
  const token = await signInForRefreshToken(elsewhere, patronUrl);
  await elsewhere.close();
  const context = await browser.newContext(CONTEXT);
  const page = await context.newPage();
  // Any page of its origin that doesn't use the token.
  await page.goto(`${url}/nothing-here`);
  await page.evaluate((value) => localStorage.setItem('refresh_token', value), token);
  await page.close();
  return context;
}
