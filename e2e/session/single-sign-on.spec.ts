import type { Page } from '@playwright/test';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { test as base, expect, type WorkerFixtures } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { confirmPassword } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { ADMIN, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

const NEW = 'nora@acme.test';

/** A company's deployment, with its provider. */
const test = base.extend<object, WorkerFixtures & { provider: OpenIdProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const provider = await startOpenIdProvider(await findFreePort('localhost'));
      await use(provider);
      provider.close();
    },
    { scope: 'worker' },
  ],
  patron: [
    async ({ provider }, use) => {
      const patron = await startPatronServer({
        PORT: String(provider.patronPort),
        PATRON_OIDC_ISSUER: provider.issuer,
        PATRON_OIDC_CLIENT_ID: 'patron',
        PATRON_OIDC_CLIENT_SECRET: 'secret of patron',
        PATRON_OIDC_NAME: 'Acme',
      });
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });
const byProvider = (page: Page) => page.getByRole('link', { name: 'Continue with Acme' });

/** Signs in on the pages of the provider, which belong to its library. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an invited colleague signs in by the provider, whose logout ends the session', async ({
  page,
  browser,
  patron,
  provider,
}) => {
  await signIn(page, '/teams/1/people', { as: ADMIN });
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill(NEW);
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await confirmPassword(page, ADMIN.password);
  await expect(page.getByRole('row', { name: NEW })).toBeVisible();
  const [mail] = await readOutbox(page.request, NEW);
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  const context = await browser.newContext({ baseURL: patron.url });
  const nora = await context.newPage();
  await nora.goto(link);
  await expect(nora.getByText('Set a password to join, or sign in with Acme.')).toBeVisible();
  await expectAccessibleAndResponsive(nora);
  await byProvider(nora).click();
  await signInAtProvider(nora, NEW);
  await expect(overview(nora)).toBeVisible();

  await test.step('the session ends with that of the provider', async () => {
    const provided = await context.newPage();
    await provided.goto(provider.signOutUrl);
    await provided.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(provided.getByText('Sign-out Success')).toBeVisible();
    await nora.reload();
    await expect(nora.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expectAccessibleAndResponsive(nora);
  });
  await context.close();
});

test('an account is linked after its own sign-in, and has no other way in afterwards', async ({
  page,
}) => {
  await page.goto('/');
  await byProvider(page).click();
  await signInAtProvider(page, VIEWER.email);
  await expect(page.getByText(`${VIEWER.email} already has a Patron account.`)).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await submitPassword(page, VIEWER);
  await expect(overview(page)).toBeVisible();

  await page.context().clearCookies({ domain: 'localhost' });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await submitPassword(page, VIEWER);
  await expect(page.getByRole('alert')).toContainText('This account signs in with Acme.');
  await expectAccessibleAndResponsive(page);
  await byProvider(page).click();
  await expect(overview(page)).toBeVisible();
});

test('somebody without an invitation reads who can help', async ({ page }) => {
  await page.goto('/');
  await byProvider(page).click();
  await signInAtProvider(page, 'stranger@acme.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "You don't have access to Patron yet",
  );
  await expect(page.getByRole('alert')).toContainText('stranger@acme.test');
  await expectAccessibleAndResponsive(page);
});
