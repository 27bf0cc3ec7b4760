import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';

test('the reference shows both APIs within its policy', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByText('/oauth/token', { exact: true })).toBeVisible();
  await page.getByText('/v2/me', { exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();

  await page.getByLabel('Select a definition').selectOption('Loyalty Admin API');
  await expect(page.getByText('/loyalty/members', { exact: true }).first()).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the reference of either API, in ${colorScheme}`, async ({ page }) => {
    // The theme is chosen when the page begins.
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    await expect(page.getByText('/oauth/token', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Select a definition').selectOption('Loyalty Admin API');
    await expect(page.getByText('/loyalty/members', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  });
}
