import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { openPalette } from '../../support/keyboard.ts';
import { signIn } from '../../support/sign-in.ts';
import { statusMessage } from '../../support/status-message.ts';

async function openMembers(page: Page) {
  await signIn(page, '/teams/1/members');
  const box = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
}

/** @returns how often the pointer was pressed since the last call */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(() =>
    document.addEventListener(
      'pointerdown',
      () => (window as unknown as { countClick(): void }).countClick(),
      true,
    ),
  );
  return () => {
    const count = clicks;
    clicks = 0;
    return count;
  };
}

async function chooseFilter(page: Page, typed: string, value: RegExp) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Find a filter or value').fill(typed);
  await page.getByRole('button', { name: value }).click();
}

test('gold members in Texas are tagged with at most eight clicks', async ({ page }) => {
  await openMembers(page);
  const clicks = await countClicks(page);
  await chooseFilter(page, 'gold', /^Tier: Gold/);
  await chooseFilter(page, 'texas', /^State: Texas/);
  await expect(page.getByRole('button', { name: 'State Texas (TX)' })).toBeVisible();
  await expect(page).toHaveURL(/state=TX&tier=/);
  // The rows of the filter before can't be selected for this one.
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  const all = page.getByRole('button', { name: /^Select all \d+ matching$/ });
  if (await all.isVisible()) await all.click();
  await page.getByRole('button', { name: 'Add tags' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add tags to/ });
  await dialog.getByLabel('Tags').fill('texas-gold');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await expect(statusMessage(page, /^Added “texas-gold” to/)).toBeVisible();
  const count = clicks();
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThanOrEqual(8);
});

test('a segment is exported for a mail tool with five clicks', async ({ page }) => {
  await openMembers(page);
  const clicks = await countClicks(page);
  await chooseFilter(page, 'gold', /^Tier: Gold/);
  await expect(page.getByRole('button', { name: 'Tier Gold' })).toBeVisible();
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export members' });
  await dialog.getByLabel('Other tools').click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(clicks()).toBe(5);
  expect(file.suggestedFilename()).toMatch(/^members-gold-[\d-]{10}\.csv$/);
  const [header = '', ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(header).toContain('email_address');
  expect(rows.length).toBeGreaterThan(0);
  await expect(statusMessage(page, /^Exported \d+ members?/)).toContainText('Download again');
});

test("a person's points are adjusted with three clicks, or two from the palette", async ({
  page,
}) => {
  await openMembers(page);
  const clicks = await countClicks(page);
  const dialog = page.getByRole('dialog', { name: "Adjust Vikram Bhatt's points" });
  const adjust = async (reason: string) => {
    await dialog.getByLabel('Points').fill('25');
    await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(
      /^\+25 points\. New balance: [\d,]+ points\. Added points expire on \w{3} \d+, \d{4}\.$/,
    );
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Adjust points' }).click();
    await expect(dialog).toHaveCount(0);
    const latest = page.getByRole('table', { name: 'Points history' }).getByRole('row').nth(1);
    await expect(latest).toContainText(`Adjusted by Ada Marsh: ${reason}`);
  };
  await page.getByRole('searchbox', { name: 'Search members' }).fill('vikram.bhatt35@example.test');
  const row = page.getByRole('row', { name: /vikram.bhatt35@/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Adjust points' }).click();
  await adjust('Goodwill');
  expect(clicks()).toBe(3);

  const text = await openPalette(page);
  await text.fill('adjust points of vikram.bhatt35@example.test');
  await page
    .getByRole('option', { name: /^Adjust points of Vikram Bhatt/ })
    .first()
    .click();
  await adjust('Late parcel');
  expect(clicks()).toBe(2);
});
