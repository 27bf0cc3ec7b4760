import type { Page } from '@playwright/test';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { test as base, expect, type WorkerFixtures } from '../fixtures.ts';
import { chooseFactor, confirmPassword, deleteFactor } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { ADMIN, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import {
  byProvider,
  openProviderWindow,
  overview,
  providerSettings,
  startInvitation,
  stepUpDialog,
} from './company-sign-in.ts';
import { type Glewlwyd, hasGlewlwyd, startGlewlwyd } from './glewlwyd.ts';

const NORA = {
  username: 'nora',
  password: 'quiet lantern',
  name: 'Nora Colleague',
  email: 'nora@acme.test',
};
const VERA = { ...NORA, username: 'vera', name: 'Vera Viewer', email: VIEWER.email };
const STRANGER = { ...NORA, username: 'sam', name: 'Sam Stranger', email: 'sam@acme.test' };

type Credentials = Pick<typeof NORA, 'username' | 'password'>;

/** A company's deployment, with a provider that shares no code with Patron. */
const test = base.extend<object, WorkerFixtures & { provider: Glewlwyd }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const provider = await startGlewlwyd(await findFreePort('localhost'), [NORA, VERA, STRANGER]);
      await use(provider);
      provider.stop();
    },
    { scope: 'worker' },
  ],
  patron: [
    async ({ provider }, use) => {
      const patron = await startPatronServer(providerSettings(provider));
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.skip(!hasGlewlwyd, "Debian's glewlwyd is not installed");

async function enterLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Login').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'OK' }).click();
}

/** Signs in on the provider's pages for the first time, and lets it give Patron the address. */
async function signInAtProvider(page: Page, credentials: Credentials): Promise<void> {
  await enterLogin(page, credentials);
  await page.getByLabel('email').check();
  await page.getByLabel('profile').check();
  await page.getByRole('button', { name: 'Grant access' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs in again, because Patron asks for it. */
async function signInAgain(page: Page): Promise<void> {
  await enterLogin(page, VERA);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('glewlwyd signs in an invited colleague, and ends the session with its session', async ({
  page,
  browser,
  patron,
  provider,
}) => {
  await signIn(page, '/teams/1/people', { as: ADMIN });
  await startInvitation(page, NORA.email);
  await confirmPassword(page, ADMIN.password);
  await expect(page.getByRole('row', { name: NORA.email })).toBeVisible();
  const [mail] = await readOutbox(page.request, NORA.email);
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  const context = await browser.newContext({ baseURL: patron.url });
  const nora = await context.newPage();
  await nora.goto(link);
  await byProvider(nora).click();
  await signInAtProvider(nora, NORA);
  await expect(overview(nora)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: NORA.email })).toContainText('Single sign-on');

  const cookies = await context.cookies(provider.issuer);
  const session = cookies.find(({ name }) => name === provider.sessionCookie)?.value ?? '';
  const provided = await context.newPage();
  await provided.goto(provider.signOutUrl(session));
  await expect(provided.getByText('The client Patron wishes you to close')).toBeVisible();
  await provided.getByRole('button', { name: 'Logout' }).click();
  await expect(provided.getByText('You are disconnected')).toBeVisible();
  await expect(async () => {
    await nora.reload();
    await expect(nora.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  }).toPass();
  await context.close();
});

test('glewlwyd links an account, and cannot confirm, which the password does instead', async ({
  page,
}) => {
  await page.goto('/');
  await byProvider(page).click();
  await signInAtProvider(page, VERA);
  await expect(page.getByText(`${VIEWER.email} already has a Patron account.`)).toBeVisible();
  await submitPassword(page, VIEWER);
  await expect(overview(page)).toBeVisible();

  await page.goto('/security');
  await chooseFactor(page, 'Email');
  const popup = await openProviderWindow(page);
  await Promise.all([popup.waitForEvent('close'), signInAgain(popup)]);
  const alert = stepUpDialog(page).getByRole('alert');
  await expect(alert).toContainText("Acme didn't confirm that it's you");
  await confirmPassword(page, VIEWER.password);
  await deleteFactor(page, 'Email');
});

test('glewlwyd signs in nobody who is not invited', async ({ page }) => {
  await page.goto('/');
  await byProvider(page).click();
  await signInAtProvider(page, STRANGER);
  await expect(page.getByRole('alert')).toContainText(STRANGER.email);
});
