import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { connectTile } from '../support/connect.ts';
import { appCode, chooseFactor, confirmPassword, readSecret } from '../support/factors.ts';
import { ADMIN, signInOnPage, signOut, submitPassword } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const DOMAIN = 'everyday.northwind.test';

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

test('everyday tasks, from sign-in to an activity', async ({ page }) => {
  await signInOnPage(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await test.step('an account is connected in a popup, and this page shows it', async () => {
    await goTo(page, 'Accounts');
    const popup = await beginConnecting(page, 'LinkedIn');
    await popup.getByRole('radio', { name: /Northwind Local/ }).check();
    await popup.getByRole('button', { name: 'Authorize' }).click();
    await expect(statusMessage(page, 'Northwind Local is connected')).toBeVisible();
    await expect(page.getByRole('row', { name: /Northwind Local.*LinkedIn/ })).toBeVisible();
    expect(popup.isClosed()).toBe(true);
  });

  await test.step('an account is connected in this window, which comes back', async () => {
    const popup = await beginConnecting(page, 'Pinterest');
    await page.getByRole('button', { name: 'Continue in this tab' }).click();
    await page.getByRole('radio', { name: /Northwind Local/ }).check();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page).toHaveURL(/\/teams\/1\/accounts$/);
    await expect(statusMessage(page, 'Northwind Local is connected')).toBeVisible();
    await expect(page.getByRole('row', { name: /Northwind Local.*Pinterest/ })).toBeVisible();
    await popup.close();
  });

  await test.step('an account is deleted', async () => {
    const row = page.getByRole('row', { name: /Northwind Local.*LinkedIn/ });
    await row.getByRole('button', { name: 'Actions for Northwind Local' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(statusMessage(page, 'Northwind Local was deleted')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('a domain becomes valid without a reload', async () => {
    await goTo(page, 'Domains');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('button', { name: 'Add domain' }).click();
    const form = page.getByRole('dialog', { name: 'Add domain' });
    await form.getByLabel('Domain name').fill(DOMAIN);
    await form.getByRole('button', { name: 'Add domain' }).click();
    const row = page.getByRole('row', { name: DOMAIN });
    await expect(row).toContainText('Pending');
    await expect(row).toContainText('Valid', { timeout: 20_000 });
    expect(loads).toBe(0);
  });

  const secret = await test.step('a one-time password is enrolled', async () => {
    await goTo(page, 'Security');
    await chooseFactor(page, 'Authenticator app');
    await confirmPassword(page, ADMIN.password);
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    const shown = await readSecret(page);
    await page.getByLabel('Code').fill(appCode(shown));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(statusMessage(page, 'Authenticator app turned on')).toBeVisible();
    return shown;
  });

  await test.step('it is asked for at the next sign-in', async () => {
    await signOut(page);
    await submitPassword(page, ADMIN);
    // The next step's code: the present one was used up by the enrollment.
    await page.getByLabel('Code').fill(appCode(secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  await test.step('members are filtered and paged, and one is opened', async () => {
    await goTo(page, 'Members');
    await page.getByRole('button', { name: 'Status Active' }).click();
    await page.getByRole('button', { name: 'Blocked' }).click();
    await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();

    await expect(page.getByText(/^1–100 of 4,\d{3}$/)).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(/^101–200 of 4,\d{3}$/)).toBeVisible();
    await openFirstRow(page, 'Members');
    await expect(
      page.getByRole('heading', { level: 2, name: 'Points', exact: true }),
    ).toBeVisible();
  });

  await test.step('an activity is opened', async () => {
    await goTo(page, 'Activities');
    await expect(page.getByText(/^1–\d+ of 40$/)).toBeVisible();
    await openFirstRow(page, 'Activities');
    await expect(
      page.getByRole('heading', { level: 2, name: 'Points', exact: true }),
    ).toBeVisible();
  });

  await test.step('the factor is removed again', async () => {
    await goTo(page, 'Security');
    await page.getByRole('button', { name: 'Actions for Authenticator app' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove method' }).click();
    await confirmPassword(page, ADMIN.password);
    await expect(page.getByText('Two-step verification is off')).toBeVisible();
  });
});

/** Opens the window of a network. */
async function beginConnecting(page: Page, network: string): Promise<Page> {
  await page.getByRole('button', { name: 'Connect account' }).click();
  const opening = page.waitForEvent('popup');
  await connectTile(page, network).click();
  return opening;
}

/** Opens the first item of a list, and expects its page. */
async function openFirstRow(page: Page, list: string): Promise<void> {
  const link = page.getByRole('table', { name: list }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
