import type { Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { pressByTab } from '../support/keyboard.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

test('views are saved, chosen, renamed and deleted', async ({ page, browser, patron }) => {
  await signIn(page, `${MEMBERS}?status=blocked&sort=-points`);
  const openViews = page.getByRole('button', { name: 'Views', exact: true });
  const views = page.getByRole('dialog', { name: 'Views' });
  const view = (name: string) => views.getByRole('button', { name, exact: true });
  await expect(openViews).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await pressByTab(page, openViews);
  await expectAccessible(page);
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByLabel('View name')).toHaveAccessibleDescription(/Enter a name/);
  await views.getByLabel('View name').fill('Blocked, most points');
  await page.keyboard.press('Enter');
  await expect(statusMessage(page, 'View “Blocked, most points” saved')).toBeVisible();

  await openViews.click();
  await expect(view('Blocked, most points')).toHaveAttribute('aria-current', 'true');
  await expect(views.getByLabel('View name')).toHaveCount(0);
  await view('All members').click();
  await expect(page).toHaveURL(/members$/);
  await page.reload();
  await openViews.click();
  await expect(view('All members')).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await view('Blocked, most points').click();
  await expect(page).toHaveURL(/\?status=blocked&sort=-points$/);
  await expect(page.getByRole('columnheader', { name: 'Points' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await openViews.click();
  await views.getByRole('button', { name: 'Edit Blocked, most points' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('On hold');
  await page.keyboard.press('Enter');
  await expect(view('On hold')).toBeFocused();
  await views.getByRole('button', { name: 'Delete On hold' }).click();
  await expect(view('On hold')).toHaveCount(0);
  await expect(view('All members')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(statusMessage(page, 'View “On hold” restored')).toBeVisible();
  await openViews.click();
  await expect(view('On hold')).toBeVisible();

  // The same user on another device.
  const context = await browser.newContext({ baseURL: patron.url });
  const otherPage = await context.newPage();
  await signIn(otherPage, MEMBERS);
  await otherPage.getByRole('button', { name: 'Views', exact: true }).click();
  await otherPage.getByRole('button', { name: 'On hold', exact: true }).click();
  await expect(otherPage).toHaveURL(/\?status=blocked&sort=-points$/);
  await context.close();
});

test('views on a device are moved to the account', async ({ page }) => {
  await signIn(page, MEMBERS);
  const openViews = page.getByRole('button', { name: 'Views', exact: true });
  const views = page.getByRole('dialog', { name: 'Views' });
  const view = (name: string) => views.getByRole('button', { name, exact: true });
  await expect(openViews).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const stored = ['Moved', 'Also moved'].map((name, id) => {
    return { id: String(id), name, search: 'tiers=3' };
  });
  const key = 'patron.members-views.1.1';
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    key,
    JSON.stringify(stored),
  ] as const);
  const readDevice = () => page.evaluate((name) => localStorage.getItem(name), key);

  // Without the service nothing is lost.
  await page.route('**/views', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await openViews.click();
  await expect(views.getByText("2 views saved on this device couldn't be moved")).toBeVisible();
  expect(await readDevice()).toBe(JSON.stringify(stored));
  await expectAccessible(page);
  await page.unroute('**/views');
  await views.getByRole('button', { name: 'Try again' }).click();
  await expect(view('Moved')).toBeVisible();
  await expect(view('Also moved')).toBeVisible();
  expect(await readDevice()).toBeNull();

  await page.route('**/views?*', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await openViews.click();
  await expect(views.getByRole('alert')).toContainText("Couldn't load your views");
  await expectAccessible(page);
  await page.unroute('**/views?*');
  await views.getByRole('button', { name: 'Try again' }).click();
  await expect(view('Moved')).toBeVisible();

  // Another view can't have the name, and a failed deletion keeps the view.
  await views.getByRole('button', { name: 'Edit Moved' }).click();
  await views.getByLabel('Name', { exact: true }).fill('ALSO moved');
  await page.keyboard.press('Enter');
  await expect(views.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    'Another view has this name',
  );
  await views.getByRole('button', { name: 'Cancel' }).click();
  await page.route('**/views/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await views.getByRole('button', { name: 'Delete Moved' }).click();
  await expect(page.getByText("The view “Moved” wasn't deleted")).toBeVisible();
  await expect(view('Moved')).toBeVisible();
});

test('a link to a view shows its columns and row height', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, `${MEMBERS}?status=opted_out`);
  const openViews = page.getByRole('button', { name: 'Views', exact: true });
  const views = page.getByRole('dialog', { name: 'Views' });
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(openViews).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await openDisplay.click();
  await display.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  await display.getByRole('radio', { name: 'Compact' }).check();
  await page.keyboard.press('Escape');
  await openViews.click();
  await views.getByLabel('View name').fill('Compact');
  await page.keyboard.press('Enter');
  await expect(statusMessage(page, 'View “Compact” saved')).toBeVisible();
  await openViews.click();
  await views.getByRole('button', { name: 'Copy link to Compact' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await openDisplay.click();
  await display.getByRole('button', { name: 'Reset' }).click();
  await expect(header('Email')).toBeVisible();

  await page.goto(link);
  await expect(header('Email')).toHaveCount(0);
  await expect(page).toHaveURL(/\?status=opted_out$/);
});

test('a view keeps its columns and row height', async ({ page }) => {
  await signIn(page, `${MEMBERS}?status=blocked`);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  const openViews = page.getByRole('button', { name: 'Views', exact: true });
  const views = page.getByRole('dialog', { name: 'Views' });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(openDisplay).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const save = async (name: string) => {
    await openViews.click();
    await views.getByLabel('View name').fill(name);
    await page.keyboard.press('Enter');
    await expect(views).toHaveCount(0);
    await expect(statusMessage(page, `View “${name}” saved`).last()).toBeVisible();
  };
  await openDisplay.click();
  await display.getByRole('checkbox', { name: 'Tags' }).check();
  await display.getByRole('radio', { name: 'Compact' }).check();
  await page.keyboard.press('Escape');
  await save('Blocked with tags');

  await openDisplay.click();
  await display.getByRole('button', { name: 'Reset' }).click();
  await expect(header('Tags')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openViews.click();
  await views.getByRole('button', { name: 'All members' }).click();
  await expect(page).toHaveURL(/members$/);
  await openViews.click();
  // There is nothing to save.
  await expect(views.getByLabel('View name')).toHaveCount(0);
  await views.getByRole('button', { name: 'Blocked with tags', exact: true }).click();
  await expect(page).toHaveURL(/\?status=blocked$/);
  await expect(header('Tags')).toBeVisible();
  await openDisplay.click();
  await expect(display.getByRole('radio', { name: 'Compact' })).toBeChecked();

  // Other columns are another view, or replace those of the view.
  await display.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await save('Blocked with tags');
  await openViews.click();
  await expect(
    views.getByRole('button', { name: 'Blocked with tags', exact: true }),
  ).toHaveAttribute('aria-current', 'true');
});

test('a view is shared with the team by a user who can write; others save theirs', async ({
  page,
  browser,
  patron,
}) => {
  const context = await browser.newContext({ baseURL: patron.url });
  const viewerPage = await context.newPage();
  await signIn(page, `${MEMBERS}?status=blocked`);
  const openOf = (of: Page) => of.getByRole('button', { name: 'Views', exact: true });
  const viewsOf = (of: Page) => of.getByRole('dialog', { name: 'Views' });
  await expect(openOf(page)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await openOf(page).click();
  await viewsOf(page).getByLabel('View name').fill('On hold today');
  await viewsOf(page).getByLabel('Share with the team').check();
  await viewsOf(page).getByRole('button', { name: 'Save view' }).click();
  await expect(statusMessage(page, 'View “On hold today” saved')).toBeVisible();
  await openOf(page).click();
  await expect(viewsOf(page)).toContainText('Shared with the team');

  await signIn(viewerPage, MEMBERS, { as: VIEWER });
  await openOf(viewerPage).click();
  const views = viewsOf(viewerPage);
  await expect(views).toContainText(/Shared by \w+/);
  await expectAccessible(viewerPage);
  await expect(views.getByRole('button', { name: 'Edit On hold today' })).toHaveCount(0);
  await views.getByRole('button', { name: 'On hold today', exact: true }).click();
  await expect(viewerPage).toHaveURL(/\?status=blocked$/);
  await openOf(viewerPage).click();
  await expect(views.getByLabel('Share with the team')).toHaveCount(0);
  await views.getByLabel('View name').fill('Mine');
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(statusMessage(viewerPage, 'View “Mine” saved')).toBeVisible();

  await viewsOf(page).getByRole('button', { name: 'Delete On hold today' }).click();
  await expect(statusMessage(page, 'View “On hold today” deleted')).toBeVisible();
  await viewerPage.reload();
  await openOf(viewerPage).click();
  await expect(views.getByRole('button', { name: 'Mine', exact: true })).toBeVisible();
  await expect(views).not.toContainText('On hold today');
  await context.close();
});

test('a success lies on nothing that is needed next', async ({ page }) => {
  await signIn(page, '/teams/1/members?status=blocked');
  await page.getByRole('table').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('View name').fill('Beside toasts');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'Beside toasts' });
  await toast.hover();
  const covered = await toast.evaluate((element) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main :is(button, select)')];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return buttons
      .filter((button) => {
        const box = button.getBoundingClientRect();
        const isBeside = box.right <= left || box.left >= right;
        return !isBeside && box.bottom > top && box.top < bottom;
      })
      .map((button) => button.ariaLabel ?? button.textContent);
  });
  expect(covered).toEqual([]);
});
