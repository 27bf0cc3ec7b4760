import type { Locator } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../../support/overflow.ts';
import { signIn } from '../../support/sign-in.ts';
import { DESKTOP } from '../../support/viewports.ts';

const MEMBERS = '/teams/1/members';

test('further columns are shown, moved and sized by keyboard, and remembered', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/directory/members')) {
      requested.push(url.searchParams.get('fields') ?? '');
    }
  });
  await signIn(page, MEMBERS);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  await expect(openDisplay).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  expect(requested.filter(Boolean)).toEqual([]);

  await openDisplay.click();
  await display.getByText('More columns').click();
  await display.getByRole('checkbox', { name: 'City' }).check();
  await display.getByRole('checkbox', { name: 'Revenue' }).check();
  await expect(header('City')).toBeVisible();
  await expect.poll(() => requested.at(-1)).toBe('address,revenue');
  const city = display.getByRole('button', { name: 'Move City' });
  await city.focus();
  for (let moves = 0; moves < 3; moves += 1) await page.keyboard.press('ArrowUp');
  await expect(city).toBeFocused();
  const width = display.getByRole('slider', { name: 'Width of City' });
  await width.focus();
  const before = (await header('City').boundingBox())?.width ?? 0;
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await header('City').boundingBox())?.width).toBe(before + 40);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const order = await headers();
  expect(order.indexOf('City')).toBeLessThan(order.indexOf('Status'));

  await page.reload();
  await expect(header('City')).toBeVisible();
  expect(await headers()).toEqual(order);
  await expectNoSidewaysScroll(page);

  // A file has the columns as they are shown.
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export members' })).toContainText('City');
});

test('a column is moved by dragging', async ({ page }) => {
  await signIn(page, MEMBERS);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  await expect(openDisplay).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await openDisplay.click();
  const display = page.getByRole('dialog', { name: 'Display' });
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  const handle = (name: string) => display.getByRole('button', { name: `Move ${name}` });
  const to = await handle('Member ID').boundingBox();
  await handle('Points').hover();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 4, (to?.y ?? 0) + 4, { steps: 8 });
  await page.mouse.up();
  await expect
    .poll(async () => {
      const order = await headers();
      return order.findIndex((name) => name.startsWith('Points')) < order.indexOf('Member ID');
    })
    .toBe(true);
});

test('the name and the menu of a row stay in sight when the table scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await signIn(page, MEMBERS);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  await expect(openDisplay).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await openDisplay.click();
  await display.getByRole('checkbox', { name: 'Tags' }).check();
  await display.getByText('More columns').click();
  for (const name of ['City', 'Revenue', 'Gender']) {
    await display.getByRole('checkbox', { name }).check();
  }
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').nth(1);
  const name = row.getByRole('link');
  const menu = row.getByRole('button', { name: /^Actions for/ });
  const left = async (of: Locator) => (await of.boundingBox())?.x;
  await expect(page.getByRole('columnheader', { name: 'Gender' })).toBeVisible();
  await expect(menu).toBeInViewport({ ratio: 1 });
  const before = [await left(name), await left(menu)];

  await name.hover();
  await page.mouse.wheel(600, 0);
  await expect(page.getByRole('columnheader', { name: 'Gender' })).toBeInViewport({ ratio: 1 });
  expect([await left(name), await left(menu)]).toEqual(before);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expectAccessible(page);
});
