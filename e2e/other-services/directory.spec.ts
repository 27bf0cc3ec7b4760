import { DIRECTORY_BUILDING_MS, expect } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

test.use({
  environment: { PATRON_DIRECTORY_POLL_SECONDS: '60' },
  switches: { values: 'mistyped', hasUnreadableItem: true },
});

test('the directory loses no member of which something cannot be read', async ({ page }) => {
  await page.goto(`/teams/${TEAM}/members`);
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await expect(search).toBeEnabled({ timeout: DIRECTORY_BUILDING_MS });
  await expect(page.getByText(/^\d+ members can't be shown completely$/)).toBeVisible({
    timeout: DIRECTORY_BUILDING_MS,
  });
  await expect(page.getByText('1–12 of 12')).toBeVisible();
  await search.fill('12');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name: "Can't be shown completely: 12" }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/teams/${TEAM}/overview`);
  await expect(page.getByText(/^Active members12/)).toBeVisible();
});
