import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { PHONE } from '../support/viewports.ts';
import { startVendorConsole } from './vendor-console.ts';

test("the page Program shows what is known of another vendor's program, and no dead button", async ({
  page,
}) => {
  const { patron, remove } = await startVendorConsole({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
  try {
    await page.goto(`${patron.url}/teams/42/program`);
    const main = page.getByRole('main');
    const tiers = page.getByRole('table', { name: 'Tiers' });
    await expect(tiers).toBeVisible({ timeout: 30_000 });
    await expect(tiers.getByRole('columnheader', { name: 'From points' })).toHaveCount(0);
    await expect(main).toContainText(
      'API keys, webhooks and tier thresholds are managed in your loyalty service.',
    );
    await expect(page.getByRole('tab')).toHaveText(['Tiers and rules', 'Points owed']);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tiers']);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Points owed' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Points owed',
      'Expiring by month',
    ]);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);

    // Each button does something.
    await main.getByRole('button', { name: 'Set value of a point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Value of a point' });
    await dialog.getByLabel('Amount').fill('0.01');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('button', { name: 'Change value of a point' })).toBeVisible();
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download points by month' }).click();
    expect((await download).suggestedFilename()).toBe('points-owed.csv');
    await main.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Points expiring by month' })).toBeVisible();
    await page.getByRole('tab', { name: 'Tiers and rules' }).click();
    await tiers.getByRole('link').first().click();
    await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  } finally {
    await remove();
  }
});
