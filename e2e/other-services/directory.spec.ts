import { DIRECTORY_BUILDING_MS, expect, test } from '../fixtures.ts';
import { startVendorConsole, type VendorConsole } from './vendor-console.ts';
import { TEAM } from './vendor-pages.ts';

const vendorTest = test.extend<object, { vendorConsole: VendorConsole }>({
  vendorConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const console = await startVendorConsole({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
      // Before the first page is opened, which starts the reading of all members.
      await console.vendor.set({ values: 'mistyped', hasUnreadableItem: true });
      await use(console);
      await console.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  patron: [async ({ vendorConsole }, use) => use(vendorConsole.patron), { scope: 'worker' }],
});

vendorTest('the directory loses no member of which something cannot be read', async ({ page }) => {
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
