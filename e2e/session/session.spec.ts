import type { BrowserContext, Page } from '@playwright/test';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { PatronServer } from '../support/patron-server.ts';
import {
  type PausableTokenEndpoint,
  startPausableTokenEndpoint,
} from '../support/pausable-token-endpoint.ts';
import {
  ADMIN,
  OUTSIDER,
  revokeSession,
  signIn,
  signInOnPage,
  signOut,
  submitPassword,
  waitForBadge,
} from '../support/sign-in.ts';

/** An access token is good for an hour. */
const ACCESS_TOKEN_ENDED_MS = 61 * 60_000;
/** The list of webhook requests is read again every 10 seconds. */
const POLL_MS = 11_000;

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('a deep link survives sign-in, and the code is removed from the URL immediately', async ({
  page,
  context,
}) => {
  const referrers: string[] = [];
  context.on('request', (request) => referrers.push(request.headers().referer ?? ''));
  const link = '/teams/1/members?status=blocked&count=50';
  await signInOnPage(page, link);
  await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
  await expect(page).toHaveURL(link);
  expect(referrers.filter((referrer) => referrer.includes('code='))).toEqual([]);

  await page.reload();
  await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
  await expect(page).toHaveURL(link);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).not.toContain('codeVerifier');
});

test('an unsolicited callback is reported and exchanges no code', async ({ page, context }) => {
  const exchanges = countTokenRequests(context);
  await page.goto('/auth/callback?code=somebody-elses&state=unknown');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("You aren't signed in");
  await expect(alert).toContainText(
    'This sign-in was started in another tab, or has already been used.',
  );
  await expect(page).toHaveURL('/auth/callback');
  expect(exchanges()).toBe(0);
  await signInButton(page).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('an unsolicited callback takes a signed-in user to the overview', async ({ page }) => {
  await signIn(page, '/teams/1/boards');
  await page.goto('/auth/callback?code=somebody-elses&state=unknown');
  await expect(heading(page, 'Overview')).toBeVisible();
  await expect(page).toHaveURL('/teams/1/overview');
});

test('five tabs make one refresh when the access token expires', async ({
  page,
  context,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/boards');
  await withPausableEndpoint(page, patron, async (endpoint) => {
    const tabs = [page];
    while (tabs.length < 5) tabs.push(await openTab(context, '/teams/1/boards', 'Boards'));
    // Their headings are shown before they have a token.
    for (const tab of tabs) await expect(tab.getByText(/^1–\d+ of \d+$/)).toBeVisible();
    const before = endpoint.responseCount();

    await context.clock.setFixedTime(Date.now() + ACCESS_TOKEN_ENDED_MS);
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Activities' }).click()));
    for (const tab of tabs) await expect(tab.getByText(/^1–\d+ of 40$/)).toBeVisible();
    expect(endpoint.responseCount()).toBe(before + 1);
  });
});

test('reloads during a refresh keep the session, in one tab or two', async ({
  page,
  context,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/boards');
  await withPausableEndpoint(page, patron, async (endpoint) => {
    const before = endpoint.responseCount();
    endpoint.pause();
    await page.reload({ waitUntil: 'commit' });
    // The service has replaced the token, and no page knows the new one.
    await expect.poll(endpoint.responseCount).toBe(before + 1);
    for (let times = 0; times < 5; times++) await page.reload({ waitUntil: 'domcontentloaded' });
    const other = await context.newPage();
    await other.goto('/teams/1/domains', { waitUntil: 'commit' });
    await page.reload();
    expect(endpoint.responseCount()).toBe(before + 1);

    endpoint.resume();
    await expect(page.getByRole('table', { name: 'Boards' }).getByRole('row')).not.toHaveCount(0);
    await expect(other.getByRole('row', { name: /www\.patron\.test/ })).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Boards')).toBeVisible();
  });
});

test('signing out in one tab keeps the address and input of the others behind a dialog', async ({
  page,
  context,
}) => {
  await signIn(page);
  const other = await openTab(context, '/teams/1/domains?from=link', 'Domains');
  await other.getByRole('button', { name: 'Add domain' }).click();
  const name = other.getByLabel('Domain name');
  await name.fill('typed.northwind.test');
  await signOut(page);
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText('You are signed out.')).toBeVisible();

  const dialog = other.getByRole('dialog', { name: 'You signed out in another tab' });
  await expect(dialog).toBeVisible();
  for (let times = 0; times < 2; times++) await other.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Not now' })).toHaveCount(0);
  await expectAccessible(other);

  // Signing in again in any tab continues all of them.
  await page.goto('/teams/1/boards');
  await submitPassword(page, ADMIN);
  await expect(heading(page, 'Boards')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(other).toHaveURL(/\/teams\/1\/domains\/new/);
  await expect(name).toHaveValue('typed.northwind.test');
});

test('signing in as another user closes the page of the last one, and says so', async ({
  page,
  context,
}) => {
  await signIn(page);
  const other = await openTab(context, '/teams/1/domains', 'Domains');
  await signOut(page);
  await submitPassword(page, OUTSIDER);
  await expect(other.getByRole('heading', { name: 'Someone else signed in' })).toBeVisible();
  await expect(other.getByText('Domains')).toHaveCount(0);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Open Patron' }).click();
  await expect(heading(other, 'Overview')).toBeVisible();
});

test('an ended session opens a dialog, and the form is sent after signing in again', async ({
  page,
}) => {
  await signIn(page, '/teams/1/domains/new');
  const form = page.getByRole('dialog', { name: 'Add domain' });
  await form.getByLabel('Domain name').fill('kept.northwind.test');
  await waitForBadge(page);
  await revokeSession(page);
  await form.getByRole('button', { name: 'Add domain' }).click();

  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await expect(form.getByLabel('Domain name')).toHaveValue('kept.northwind.test');

  const again = ended.getByRole('button', { name: 'Sign in again' });
  await expect(again).not.toHaveAttribute('aria-disabled');
  const opening = page.waitForEvent('popup');
  await again.click();
  const popup = await opening;
  await expect(popup.getByLabel('Email')).toHaveValue(ADMIN.email);
  await submitPassword(popup, ADMIN);

  await expect(ended).toBeHidden();
  await expect(page.getByRole('row', { name: 'kept.northwind.test' })).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(await pendingSignIns(page)).toEqual([]);
});

test('dismissing the dialog keeps the input, and sending it asks again', async ({ page }) => {
  await signIn(page, '/teams/1/domains/new');
  const form = page.getByRole('dialog', { name: 'Add domain' });
  await form.getByLabel('Domain name').fill('later.northwind.test');
  await waitForBadge(page);
  await revokeSession(page);
  await form.getByRole('button', { name: 'Add domain' }).click();
  await expect.poll(() => pendingSignIns(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => pendingSignIns(page)).toEqual([]);
  await expect(form.getByRole('alert')).toContainText('Your session has ended');
  await expect(form.getByLabel('Domain name')).toHaveValue('later.northwind.test');
  await form.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

test('a page that polls does not ask again after a dismissal', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/teams/1/webhooks?list=requests');
  await expect(page.getByRole('table', { name: 'Webhooks' }).getByRole('link')).not.toHaveCount(0);
  await revokeSession(page);
  await page.clock.runFor(POLL_MS);
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Not now' }).click();
  await expect(ended).toHaveCount(0);
  const again = page.getByRole('button', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await page.clock.runFor(3 * POLL_MS);
  await expect(ended).toHaveCount(0);
  await expectAccessible(page);
  await again.click();
  await expect(ended).toBeVisible();
});

test.describe('without a worker for the session', () => {
  test.use({ serviceWorkers: 'block' });

  test('a refresh whose response is lost ends the session, and the sign-in page says why', async ({
    page,
  }) => {
    await signIn(page, '/teams/1/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.route(
      '**/oauth/token',
      async (route) => {
        // Carried out by the service; its response doesn't arrive.
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.reload();
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByText('the connection broke while it was renewed')).toBeVisible();
  });
});

test('a refresh that fails because the service is down keeps the session', async ({
  page,
  context,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/members');
  await expect(page.getByText(/^1–100 of 4,\d{3}$/)).toBeVisible();
  await patron.kill();
  await context.clock.setFixedTime(Date.now() + ACCESS_TOKEN_ENDED_MS);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Connection lost.')).toBeVisible();
  await patron.restart();
  await expect(page.getByText(/^101–200 of 4,\d{3}$/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^101–200 of 4,\d{3}$/)).toBeVisible();
});

/** Reloads a page with a token endpoint that counts its responses and can be paused. */
async function withPausableEndpoint(
  page: Page,
  patron: PatronServer,
  run: (endpoint: PausableTokenEndpoint) => Promise<void>,
): Promise<void> {
  // Requests of a service worker that was just started again may not be reported, so the endpoint counts them.
  const endpoint = await startPausableTokenEndpoint(`${patron.url}/api/advocacy/oauth/token`);
  const moveEndpoint = ({ advocacy }: ConsoleConfig) => {
    advocacy.tokenUrl = endpoint.url;
  };
  try {
    await patron.withConsoleConfig(moveEndpoint, async () => {
      await page.reload();
      await expect.poll(() => workerOf(page)).toContain(encodeURIComponent(endpoint.url));
      await run(endpoint);
    });
  } finally {
    await endpoint.close();
  }
}

/** Opens another tab of the same browser. */
async function openTab(context: BrowserContext, address: string, name: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(heading(tab, name)).toBeVisible();
  return tab;
}

/** The sign-ins that a tab waits for the reply of, each with its PKCE verifier. */
function pendingSignIns(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('patron.sign-in.')),
  );
}

/** The address of the service worker that refreshes tokens for this browser, once it is at work. */
function workerOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.scriptURL ?? '';
  });
}

/** @returns how many requests have gone to the token endpoint since */
function countTokenRequests(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) count += 1;
  });
  return () => count;
}
