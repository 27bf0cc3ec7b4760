import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { ADMIN, submitPassword } from '../support/sign-in.ts';

const APIS = ['Advocacy API', 'Loyalty Admin API', 'Gateway API'];

/** Opens an operation, sends its example, and returns the status of the response. */
async function tryOut(page: Page, operation: string) {
  const block = page
    .locator('.opblock', { has: page.getByText(operation, { exact: true }) })
    .first();
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  return block.locator('.live-responses-table tbody .response-col_status');
}

test('a user signs in to the reference and tries operations of all APIs', async ({ page }) => {
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.modal-ux');
  await expect(dialog.getByText('View connected accounts')).toBeVisible();
  const popupOpened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
  const popup = await popupOpened;
  await submitPassword(popup, ADMIN);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(dialog.getByRole('button', { name: 'Remove authorization' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await expect(await tryOut(page, 'Retrieve the current user')).toContainText('200');
  await expect(await tryOut(page, "List the team's connected accounts")).toContainText('200');

  await page.getByLabel('Select a definition').selectOption('Loyalty Admin API');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  for (const [key, value] of [
    ['api-key', 'patron-demo-api-key'],
    ['partner-id', 'patron-demo'],
  ] as const) {
    const scheme = dialog.locator('.auth-container', { hasText: key });
    await scheme.getByRole('textbox').fill(value);
    await scheme.getByRole('button', { name: 'Apply credentials' }).click();
  }
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(await tryOut(page, 'List members')).toContainText('200');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the reference of any API, in ${colorScheme}`, async ({ page }) => {
    // The theme is chosen when the page begins.
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    for (const api of APIS) {
      await page.getByLabel('Select a definition').selectOption(api);
      await expect(page.getByRole('heading', { name: api, level: 1 })).toBeVisible();
      await expect(page.locator('.opblock').first()).toBeVisible();
      await expectAccessible(page);
    }
  });
}
