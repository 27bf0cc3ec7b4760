import { expect } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

for (const relationships of ['absent', 'empty', 'null'] as const) {
  test(`domains whose default experience is ${relationships} are listed`, async ({
    page,
    vendor,
  }) => {
    await vendor.set({ relationships });
    await page.goto(`/teams/${TEAM}/domains`);
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(4);
  });
}

test('every domain that is not valid is named as not live', async ({ page, vendor: _vendor }) => {
  await page.goto(`/teams/${TEAM}/overview`);
  await expect(page.getByText('3 domains are not live yet')).toBeVisible();
  for (const name of ['shop2', 'shop3', 'shop4']) {
    await expect(page.getByText(`${name}.kestrel.example`).first()).toBeVisible();
  }
});
