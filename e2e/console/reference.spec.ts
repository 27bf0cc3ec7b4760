import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { ADMIN, submitPassword } from '../support/sign-in.ts';

const APIS = ['Advocacy API', 'Loyalty Admin API', 'Gateway API'];

/** Opens an operation, sends its example, and expects a success. */
async function tryOut(page: Page, operation: string): Promise<void> {
  const block = page
    .locator('.opblock', { has: page.getByText(operation, { exact: true }) })
    .first();
  const tryItOut = block.getByRole('button', { name: 'Try it out' });
  // The page may still be closing its dialog and render the operation again.
  await expect(async () => {
    const summary = block.locator('.opblock-summary-control');
    if ((await summary.getAttribute('aria-expanded')) !== 'true') await summary.click();
    await expect(tryItOut).toBeVisible({ timeout: 2000 });
  }).toPass();
  await tryItOut.click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const status = block.locator('.live-responses-table tbody .response-col_status').first();
  await expect(status).toContainText('200');
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
  await expect(dialog).toBeHidden();

  await tryOut(page, 'Retrieve the current user');
  await tryOut(page, "List the team's connected accounts");

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
  await tryOut(page, 'List members');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the reference of any API, in ${colorScheme}`, async ({ page }) => {
    test.skip(!IS_FULL_RUN);
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
