import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';

test('a member opened from the list shows what is not loaded yet, and what could not be loaded', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}?q=M-000004`);
  const link = page.getByRole('table', { name: 'Members' }).getByRole('link').first();
  await expect(link).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route('**/loyalty/members/M-000004?*', async (route) => {
    await released;
    return isFailing ? route.fulfill({ status: 502 }) : route.continue();
  });
  await link.click();
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Details')).toContainText('Internal ID');
  const wrong = page.getByText(/Not set|No points are due to expire|No custom attributes/);
  await expect(wrong).toHaveCount(0);
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  await expectAccessible(page);

  release();
  await expect(page.getByText("Couldn't refresh this page")).toBeVisible({ timeout: 30_000 });
  for (const name of [
    'Expiring',
    'Can earn now',
    'Purchases and activity',
    'Custom attributes',
    'Referral',
  ]) {
    await expect(section(name)).toContainText('Not loaded');
  }
  await expect(section('Details')).toContainText('Other details are not loaded.');
  await expect(wrong).toHaveCount(0);
  await expectAccessible(page);

  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(section('Custom attributes').getByRole('term').first()).toBeVisible();
  await expect(page.getByText(/not loaded/i)).toHaveCount(0);
});
