import type { Page } from '@playwright/test';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { test as base, expect, type WorkerFixtures } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { chooseFactor, confirmPassword, deleteFactor } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { ADMIN, OUTSIDER, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import { DESKTOP } from '../support/viewports.ts';
import {
  byProvider,
  openProviderWindow,
  overview,
  providerSettings,
  startInvitation,
  stepUpDialog,
} from './company-sign-in.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

const NEW = 'nora@acme.test';
const MIA = 'mia@acme.test';

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
        ...providerSettings(provider),
        PATRON_OIDC_ROLES: JSON.stringify([
          { group: 'Marketing', team: 1, role: 'manager' },
          { group: 'Helpers', team: 1, role: 'support' },
        ]),
      });
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Opens Patron, and signs in with the provider. */
async function openByProvider(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await byProvider(page).click();
  await signInAtProvider(page, email);
}

/** Signs in on the pages of the provider, which belong to its library. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await enterLogin(page, email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enterLogin(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Opens the window of a confirmation, on the provider's page. */
async function openWindow(page: Page): Promise<Page> {
  const popup = await openProviderWindow(page);
  await popup.getByPlaceholder('Enter any login').waitFor();
  return popup;
}

test('an invited colleague signs in by the provider, whose logout ends the session', async ({
  page,
  browser,
  patron,
  provider,
}) => {
  await signIn(page, '/teams/1/people', { as: ADMIN });
  await startInvitation(page, NEW);
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
  await page.reload();
  await expect(page.getByRole('row', { name: NEW })).toContainText('Single sign-on');

  await test.step('she confirms at the provider, because she has no password', async () => {
    await nora.setViewportSize(DESKTOP);
    await nora.goto('/security');
    await chooseFactor(nora, 'Email');
    const dialog = stepUpDialog(nora);
    await expect(dialog.getByRole('button', { name: 'Continue with Acme' })).toBeFocused();
    await expect(dialog.getByLabel('Password')).toBeHidden();
    await expectAccessibleAndResponsive(nora);
    await nora.setViewportSize(DESKTOP);
    const popup = await openWindow(nora);
    await Promise.all([popup.waitForEvent('close'), enterLogin(popup, NEW)]);
    await expect(dialog).toBeHidden();
    await deleteFactor(nora, 'Email');
  });

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
  await openByProvider(page, VIEWER.email);
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
  await openByProvider(page, 'stranger@acme.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "You don't have access to Patron yet",
  );
  await expect(page.getByRole('alert')).toContainText('stranger@acme.test');
  await expectAccessibleAndResponsive(page);
});

test('a group of the provider gives a role, which People names and nobody changes by hand', async ({
  page,
  browser,
  patron,
  provider,
}) => {
  provider.groups.set(MIA, ['Marketing']);
  const context = await browser.newContext({ baseURL: patron.url });
  const mia = await context.newPage();
  await mia.goto('/');
  await byProvider(mia).click();
  await signInAtProvider(mia, MIA);
  await expect(overview(mia)).toBeVisible();

  await signIn(page, '/teams/1/people', { as: ADMIN });
  const row = page.getByRole('row', { name: MIA });
  await expect(row).toContainText('Manager By group “Marketing”');
  await expect(page.getByRole('row', { name: ADMIN.email })).not.toContainText('By group');
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  const change = page.getByRole('menuitem', { name: 'Change role' });
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await expect(change).toContainText('Change who is in the group at Acme.');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('the group “Marketing” gives them the role again.');
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const signInAgain = async () => {
    await context.clearCookies({ domain: 'localhost' });
    await mia.evaluate(() => localStorage.clear());
    await mia.goto('/');
    await byProvider(mia).click();
  };
  provider.groups.set(MIA, ['Helpers']);
  await signInAgain();
  await expect(overview(mia)).toBeVisible();
  await page.goto('/teams/1/audit-log');
  await page.getByText('Acme changed the role of Nora Colleague from Manager to Support').click();
  await expect(
    page.getByText("You can't undo this. The group “Helpers” gives this role."),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo this change' })).toHaveCount(0);

  provider.groups.delete(MIA);
  await signInAgain();
  await expect(
    mia.getByText(/^Acme removed you from Northwind on .+ Ask an administrator/),
  ).toBeVisible();
  await page.goto('/teams/1/people');
  await expect(page.getByRole('row', { name: ADMIN.email })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/teams/1/audit-log');
  await expect(page.getByText('Acme removed Nora Colleague from the team')).toBeVisible();
  await expect(page.getByText('Acme added Nora Colleague to the team as Manager')).toBeVisible();
  await context.close();
});

test('what goes wrong in the window of a confirmation loses nothing, and the password is the other way', async ({
  page,
}) => {
  await openByProvider(page, OUTSIDER.email);
  await submitPassword(page, OUTSIDER);
  await expect(overview(page)).toBeVisible();
  await page.goto('/teams/2/people');
  await startInvitation(page, 'zoe@acme.test');
  const dialog = stepUpDialog(page);
  const password = dialog.getByLabel('Password');
  const alert = dialog.getByRole('alert');
  await password.fill('half a password');
  await expectAccessibleAndResponsive(page);

  await test.step('a blocked window', async () => {
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await dialog.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(alert).toContainText('Your browser blocked the window');
    await expect(alert).toContainText('or enter your password.');
    await expectAccessibleAndResponsive(page);
    await page.setViewportSize(DESKTOP);
  });

  await test.step('a closed window', async () => {
    const popup = await openWindow(page);
    await expect(dialog.getByRole('status')).toContainText('Sign in to Acme in the small window.');
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await popup.close();
    await expect(alert).toContainText('The Acme window was closed');
  });

  for (const [error, title] of [
    ['no_auth_time', "Acme didn't say when you signed in"],
    ['old_auth_time', "Acme didn't ask you to sign in again"],
  ] as const) {
    await test.step(`a window that ends with ${error}`, async () => {
      const popup = await openWindow(page);
      const { origin } = new URL(page.url());
      await Promise.all([
        popup.waitForEvent('close'),
        popup.evaluate((url) => location.assign(url), `${origin}/step-up/callback#error=${error}`),
      ]);
      await expect(alert).toContainText(title);
    });
  }

  await expect(password).toHaveValue('half a password');
  await confirmPassword(page, OUTSIDER.password);
  await expect(page.getByRole('row', { name: 'zoe@acme.test' })).toBeVisible();

  // Last, because with it the provider ends its session of the first account, and so the one here.
  await test.step('another account', async () => {
    await page.reload();
    await startInvitation(page, 'yan@acme.test');
    await password.fill('half a password');
    const popup = await openWindow(page);
    await Promise.all([popup.waitForEvent('close'), signInAtProvider(popup, 'evan@acme.test')]);
    await expect(alert).toContainText('You chose another Acme account');
    await expect(password).toHaveValue('half a password');
  });
});

test('the last page of the window shows no code, and says that nothing was confirmed if no page waits', async ({
  page,
}) => {
  await page.goto('/step-up/callback#code=abc');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go back to Patron');
  await expect(page.getByRole('status')).toContainText('nothing was confirmed');
  expect(new URL(page.url()).hash).toBe('');
  await expectAccessibleAndResponsive(page);
});
