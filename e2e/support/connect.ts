import type { Locator, Page } from '@playwright/test';

/** Chooses a type in the menu of "Connect account", and answers the window that opens. */
export async function openConnect(page: Page, type: string): Promise<Page> {
  await page.getByRole('button', { name: 'Connect account' }).click();
  return popupOf(page, page.getByRole('menuitem', { name: type }));
}

/** The window that a click opens, once the third party's page stands in it. */
export async function popupOf(page: Page, control: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await control.click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Authorize' }).waitFor();
  return popup;
}

/** Lets Patron in at the demo's third party, as somebody of that name and username. */
export async function authorizeAs(provider: Page, name: string): Promise<void> {
  await provider.getByRole('radio', { name, exact: true }).check();
  await provider.getByRole('button', { name: 'Authorize' }).click();
}

/** A row of the list, by text that is in it. */
export function accountRow(page: Page, text: string | RegExp): Locator {
  return page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: text });
}
