import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { connectTile } from '../support/connect.ts';
import { appCode, readSecret } from '../support/factors.ts';
import { jumpTo, openPalette, pressByTab, tabTo } from '../support/keyboard.ts';
import { ADMIN } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const DOMAIN = 'by-keyboard.northwind.test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('everyday tasks without a mouse', async ({ page }) => {
  await test.step('sign in', async () => {
    await page.goto('/');
    await signInByKeyboard(page);
    await expect(heading(page, 'Overview')).toBeVisible();
  });

  const connect = page.getByRole('button', { name: 'Connect account' });
  await test.step('connect an account in a window', async () => {
    await jumpTo(page, 'Accounts');
    const popup = await beginConnecting(page, 'TikTok');
    await pressByTab(popup, popup.getByRole('button', { name: 'Authorize' }));
    await expect(statusMessage(page, 'Northwind Studio is connected')).toBeVisible();
    await expect(connect).toBeFocused();
  });

  await test.step('connect an account in this window', async () => {
    const popup = await beginConnecting(page, 'YouTube');
    await pressByTab(page, page.getByRole('button', { name: 'Continue in this tab' }));
    await tabTo(page, page.getByRole('radio', { name: /Northwind Studio/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Northwind Labs/ })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Authorize' }));
    await page.keyboard.press('Space');
    await expect(statusMessage(page, 'Northwind Labs is connected')).toBeVisible();
    await popup.close();
  });

  await test.step('delete an account', async () => {
    const row = page.getByRole('row', { name: /Northwind Studio.*TikTok/ });
    await pressByTab(page, row.getByRole('button', { name: 'Actions for Northwind Studio' }));
    await expect(page.getByRole('menuitem', { name: 'Reauthorize' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const remove = page.getByRole('button', { name: 'Delete account' });
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(remove).not.toHaveAttribute('aria-disabled');
    await pressByTab(page, remove);
    await expect(statusMessage(page, 'Northwind Studio was deleted')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('add a domain, and see it become valid', async () => {
    await jumpTo(page, 'Domains');
    const add = page.getByRole('button', { name: 'Add domain' });
    await pressByTab(page, add);
    await expect(page.getByLabel('Domain name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Domain name')).toBeFocused();
    await page.keyboard.type(DOMAIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: DOMAIN })).toContainText('Valid', {
      timeout: 20_000,
    });
  });

  const secret = await test.step('enroll a one-time password', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(heading(page, 'Security')).toBeFocused();
    await pressByTab(page, page.getByRole('button', { name: 'Add method' }));
    await expect(
      page.getByRole('button', { name: 'Authenticator app', exact: true }),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await confirmByKeyboard(page);
    await expect(page.getByLabel('Code')).toBeFocused();
    const shown = await readSecret(page);
    await page.keyboard.type(appCode(shown));
    await page.keyboard.press('Enter');
    await expect(statusMessage(page, 'Authenticator app turned on')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return shown;
  });

  await test.step('sign out, and in again with the code', async () => {
    await jumpTo(page, 'Overview');
    await pressByTab(page, page.getByRole('button', { name: /^You, / }), 'Shift+Tab');
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await page.keyboard.press('Enter');
    await signInByKeyboard(page);
    await expect(page.getByLabel('Code')).toBeFocused();
    // The next step's code: the present one was used up by the enrollment.
    await page.keyboard.type(appCode(secret, 1));
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Overview')).toBeVisible();
  });

  await test.step('filter and page members, and open one', async () => {
    await jumpTo(page, 'Members');
    await pressByTab(page, page.getByRole('button', { name: 'Status Active' }));
    await pressByTab(page, page.getByRole('button', { name: 'Blocked' }));
    await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(0);
    await pressByTab(page, page.getByRole('button', { name: 'Clear filters' }));
    await expect(page.getByText(/^1–100 of/)).toBeVisible();
    await pressByTab(page, page.getByRole('button', { name: 'Next page' }));
    await expect(page.getByText(/^101–200 of/)).toBeVisible();

    // The rows in sight are drawn first, the last one after them.
    const members = page.getByRole('table', { name: 'Members' }).getByRole('link');
    await expect(members).toHaveCount(100);
    const last = members.last();
    const name = (await last.textContent()) ?? '';
    await pressByTab(page, last, 'Shift+Tab');
    await expect(heading(page, name)).toBeFocused();
  });

  await test.step('open an activity', async () => {
    await jumpTo(page, 'Activities');
    const first = page.getByRole('table', { name: 'Activities' }).getByRole('link').first();
    const name = (await first.textContent()) ?? '';
    await pressByTab(page, first);
    await expect(heading(page, name)).toBeFocused();
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(heading(page, name)).toBeFocused();
  });

  await test.step('take the factor away again', async () => {
    await jumpTo(page, 'Security');
    await pressByTab(page, page.getByRole('button', { name: 'Actions for Authenticator app' }));
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressByTab(page, page.getByRole('button', { name: 'Remove method' }));
    await confirmByKeyboard(page);
    await expect(page.getByText('Two-step verification is off')).toBeVisible();
  });
});

/** Fills the form of the sign-in page, whose first field has the focus. */
async function signInByKeyboard(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
}

async function confirmByKeyboard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Opens the window of a network, whose tile has the focus after some tabs. */
async function beginConnecting(page: Page, network: string): Promise<Page> {
  await pressByTab(page, page.getByRole('button', { name: 'Connect account' }));
  await tabTo(page, connectTile(page, network));
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  return opening;
}
