import type { Locator, Page } from '@playwright/test';

/** Chooses a tile of the "Connect account" sheet and returns the popup that opens. */
export async function openConnectPopup(page: Page, type: string): Promise<Page> {
  await page.getByRole('button', { name: 'Connect account' }).click();
  return openPopup(page, connectTile(page, type));
}

/** The tile of an account type in the "Connect account" sheet. */
export function connectTile(page: Page, type: string): Locator {
  return page
    .getByRole('dialog', { name: 'Connect account' })
    .getByRole('button', { name: type, exact: true });
}

/** Clicks a control and returns the popup it opens, once it shows the third party's page. */
export async function openPopup(page: Page, control: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await control.click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Authorize' }).waitFor();
  return popup;
}

/** Authorizes Patron in the demo provider's popup as the user with this name and username. */
export async function authorizeAs(provider: Page, name: string): Promise<void> {
  await provider.getByRole('radio', { name, exact: true }).check();
  await provider.getByRole('button', { name: 'Authorize' }).click();
}

/** The row of the accounts table that contains a text. */
export function accountRow(page: Page, text: string | RegExp): Locator {
  return page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: text });
}
