import type { Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessibleAndResponsive } from '../../support/accessibility.ts';
import { openFilter } from '../../support/filters.ts';
import { signIn } from '../../support/sign-in.ts';
import { statusMessage } from '../../support/status-message.ts';

const MEMBERS = '/teams/1/members';

async function openMembers(page: Page, search = '') {
  await signIn(page, `${MEMBERS}${search}`);
  const box = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
}

test('members are filtered by values, amounts, dates and attributes, and a link shows the same', async ({
  page,
}) => {
  await openMembers(page);
  const country = await openFilter(page, 'Country');
  await country.getByRole('checkbox', { name: /^Germany/ }).check();
  await country.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Country Germany' })).toBeVisible();
  const purchases = await openFilter(page, 'Purchases');
  await purchases.getByLabel('At least').fill('3');
  await purchases.getByRole('button', { name: 'Apply' }).click();
  const attribute = await openFilter(page, 'Attribute');
  await attribute.getByLabel('Attribute').selectOption('store_visits');
  await attribute.getByLabel('At least').fill('5');
  await expectAccessibleAndResponsive(page);
  await attribute.getByRole('button', { name: 'Apply' }).click();
  const count = page.getByText(/\d+ matching/);
  await expect(page.getByRole('button', { name: 'store_visits at least 5' })).toBeVisible();
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  const before = (await count.textContent()) ?? '';
  const months = await openFilter(page, 'Birthday month');
  for (const month of ['January', 'March', 'May']) {
    await months.getByRole('checkbox', { name: new RegExp(`^${month}`) }).check();
  }
  await months.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(
    /attribute_min\.store_visits=5.*birthday_month=.*country=DE.*purchases_min=3/,
  );
  await expect(count).not.toHaveText(before);
  const total = (await count.textContent()) ?? '';
  await page.reload();
  await expect(count).toHaveText(total);
  await expect(page.getByRole('button', { name: 'store_visits at least 5' })).toBeVisible();

  const expiring = await openFilter(page, 'Points expiring');
  await expiring.getByLabel('Within days').fill('many');
  await expiring.getByRole('button', { name: 'Apply' }).click();
  await expect(expiring.getByText('Enter a number of days from 0 to 3650.')).toBeVisible();
  await expiring.getByLabel('Within days').fill('0');
  await expiring.getByRole('button', { name: 'Apply' }).click();
  const applied = page.getByRole('button', { name: 'Points expiring within 0 days' });
  await expect(applied).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('button', { name: 'Country Germany' })).toBeHidden();
});

test('a saved view shows that it is on, counts its members, and is updated', async ({ page }) => {
  await openMembers(page, '?state=TX');
  const openViews = page.getByRole('button', { name: 'Views', exact: true });
  const views = page.getByRole('dialog', { name: 'Views' });
  await openViews.click();
  await views.getByLabel('View name').fill('Texans');
  await page.keyboard.press('Enter');
  await expect(statusMessage(page, 'View “Texans” saved')).toBeVisible();
  await expect(page.getByText('Texans', { exact: true })).toBeVisible();

  await openViews.click();
  await views.getByRole('button', { name: 'Texans', exact: true }).click();
  const purchases = await openFilter(page, 'Purchases');
  await purchases.getByLabel('At least').fill('20');
  await purchases.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Texans (changed)')).toBeVisible();
  const matching = page.getByText(/^\d+ matching$/);
  await openViews.click();
  await views.getByRole('button', { name: 'Update “Texans”' }).click();
  await expect(statusMessage(page, 'View “Texans” updated.')).toBeVisible();
  await expect(page.getByText('Texans', { exact: true })).toBeVisible();
  await openViews.click();
  const count = /\d+/.exec((await matching.textContent()) ?? '')?.[0] ?? '';
  const row = views.getByRole('listitem').filter({ hasText: 'Texans' });
  await expect(row.getByText(count, { exact: true })).toBeVisible();
});
