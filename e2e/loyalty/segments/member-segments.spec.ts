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

test('filters count the listed members, exclude values, and are edited in their chips', async ({
  page,
}) => {
  await openMembers(page);
  const matching = page.getByText(/^[\d,]+ matching$/);
  const numberIn = (text: string | null) => Number(/\d+/.exec((text ?? '').replace(/,/g, ''))?.[0]);
  const matches = (count: number) => `${count.toLocaleString('en-US')} matching`;
  const settled = () => expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  const table = page.getByRole('table', { name: 'Members' });

  // The menu has groups, and is beside its button.
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  await button.click();
  const menu = page.getByRole('dialog', { name: 'Filter', exact: true });
  for (const name of ['Profile', 'Program', 'Purchases', 'Points', 'Attributes']) {
    await expect(menu.getByRole('group', { name, exact: true })).toBeAttached();
  }
  const [top, bottom] = [await button.boundingBox(), await menu.boundingBox()];
  expect(bottom?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0));
  await page.keyboard.press('Escape');

  await openFilter(page, 'Tier');
  await page.getByRole('checkbox', { name: /^Gold \(/ }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Tier Gold', exact: true })).toBeVisible();
  await settled();
  const gold = numberIn(await matching.textContent());

  // Countries are counted among them, the tiers among all.
  const country = await openFilter(page, 'Country');
  const germany = country.getByRole('checkbox', { name: /^Germany/ });
  const germans = numberIn(await germany.evaluate((box) => box.parentElement?.textContent ?? ''));
  await germany.check();
  await country.getByLabel('Match').selectOption('is not');
  await expectAccessibleAndResponsive(page);
  await country.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/country_not=DE&tier=/);
  await expect(matching).toHaveText(matches(gold - germans));

  const condition = page.getByLabel('Condition of Country');
  await condition.selectOption('is');
  await expect(page).toHaveURL(/country=DE&tier=/);
  await expect(matching).toHaveText(matches(germans));
  await page.getByRole('button', { name: 'Tier Gold', exact: true }).click();
  const silver = page
    .getByRole('dialog', { name: 'Tier' })
    .getByRole('checkbox', { name: /^Silver/ });
  const silvers = numberIn(await silver.evaluate((box) => box.parentElement?.textContent ?? ''));
  await silver.check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(matching).toHaveText(matches(germans + silvers));
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  // Values of attributes are picked, also by typing them, and the filters used last come first.
  const attribute = await openFilter(page, 'Attribute');
  await attribute.getByLabel('Attribute').selectOption('favorite_category');
  const first = attribute.getByRole('checkbox').first();
  const value = ((await first.evaluate((box) => box.parentElement?.textContent)) ?? '').trim();
  const [, name = ''] = /^(.*) \([\d,]+\)$/.exec(value) ?? [];
  await first.check();
  await attribute.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: `favorite_category ${name}` })).toBeVisible();
  await expect(matching).toHaveText(matches(numberIn(value)));
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await button.click();
  await expect(menu.getByRole('group', { name: 'Recently used' }).getByRole('button')).toHaveText([
    'Country',
    'Tier',
    'Attribute',
  ]);
  await menu.getByLabel('Find a filter or value').fill(name);
  await menu.getByRole('button', { name: `favorite_category: ${value}` }).click();
  await expect(page.getByRole('button', { name: `favorite_category ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  const birthday = await openFilter(page, 'Birthday');
  await birthday.getByRole('button', { name: 'Has no birthday' }).click();
  await expect(page).toHaveURL(/has_birthday=false/);
  await settled();
  await expect(table).toBeVisible();
});

test('a link of before shows the same members', async ({ page }) => {
  await openMembers(page, '?tags=none:vip&points=100..&enrolled=gt:2020-01-31&sort=-points');
  const count = page.getByText(/^[\d,]+ matching$/);
  const old = (await count.textContent()) ?? '';
  await page.goto(
    '/teams/1/members?enrolled_from=2020-02-01&points_min=100&tag_none=vip&sort=-points',
  );
  await expect(count).toHaveText(old);
  await expect(page.getByRole('button', { name: 'Tags vip', exact: true })).toBeVisible();
  await expect(page.getByLabel('Condition of Tags')).toHaveValue('tag_none');
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
  await expect(statusMessage(page, 'View “Texans” updated')).toBeVisible();
  await expect(page.getByText('Texans', { exact: true })).toBeVisible();
  await openViews.click();
  const count = /\d+/.exec((await matching.textContent()) ?? '')?.[0] ?? '';
  const row = views.getByRole('listitem').filter({ hasText: 'Texans' });
  await expect(row.getByText(count, { exact: true })).toBeVisible();
});
