import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';
const ALL = /^1–100 of (4,99|5,0\d)\d$/;

test('members of every status are found by name, email and with typos', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const search = page.getByRole('searchbox', { name: 'Search members' });
  const table = page.getByRole('table', { name: 'Members' });

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('deshpnde rohan');
  await expect(table.getByRole('link').first()).toHaveText(/^Rohan Deshpande/);
  await expect(page).toHaveURL(/q=deshpnde/);
  await expectAccessible(page);

  await search.fill('vikram.bhatt35@example.test');
  // Similar addresses follow.
  await expect(table.getByRole('row').nth(1)).toContainText('M-000035');
  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Vikram Bhatt/);
  await page.goBack();
  await expect(search).toHaveValue('vikram.bhatt35@example.test');

  await search.fill('nobody of this name');
  await expect(page.getByText('Search is “nobody of this name”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(search).toHaveValue('');
  await expect(page.getByText(ALL)).toBeVisible();
});

test('members are sorted by header and filtered by status, tier and points', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const points = page.getByRole('columnheader', { name: 'Points' });
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'descending');
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'ascending');
  await points.getByRole('button').click();
  const figures = page.getByRole('row').locator('td:nth-child(6)');
  await expect(async () => {
    const values = (await figures.allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
    expect(values).toHaveLength(100);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }).toPass();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();

  await (await openFilter(page, 'Status')).getByRole('button', { name: 'Blocked' }).click();
  await openFilter(page, 'Tier');
  await page.getByRole('button', { name: /^Bronze \(/ }).click();
  await openFilter(page, 'Points');
  await page.getByRole('textbox', { name: 'At least' }).fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/status=blocked&tiers=\w+&points=100\.\.&sort=-points/);
  for (const text of ['Blocked', 'Bronze']) {
    await expect(page.getByRole('row').nth(1)).toContainText(text);
  }

  // The program's own list has this filter, but neither tiers nor points.
  await openFilter(page, 'Changed');
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByRole('combobox', { name: 'Changed' }).selectOption({ label: 'after' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/changed=gt/);
  await expect(page).not.toHaveURL(/points=/);
});

test('J and K step through a search, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, `${MEMBERS}?q=rohan&sort=-name`);
  await expect(page.getByText(/^1–\d+ of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await expectNoSidewaysScroll(page);
  const names = await page.getByRole('table').getByRole('link').allTextContents();
  await page.getByRole('table').getByRole('link').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(names[0] ?? '');
  await page.keyboard.press('j');
  await expect(heading).toContainText(names[1] ?? '');
});
