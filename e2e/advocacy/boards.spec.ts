import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn } from '../support/sign-in.ts';

const BOARDS = '/teams/1/boards';

const boards = (page: Page) => page.getByRole('table', { name: 'Boards' });
const wall = (page: Page) => page.getByRole('dialog', { name: 'Home page wall' });

test('a board lists its feeds and links to their accounts', async ({ page }) => {
  await signIn(page, BOARDS);
  await expect(page).toHaveTitle(/^Boards/);
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  const row = boards(page).getByRole('row', { name: /^Home page wall/ });
  await expect(row).toContainText(/\d feeds/);
  await expect(row).toContainText(/files\.northwind\.example, /);
  await expectAccessible(page);

  await boards(page).getByRole('link', { name: 'Home page wall' }).click();
  await expect(page).toHaveURL(new RegExp(`${BOARDS}/\\d+`));
  const feeds = wall(page).getByRole('region', { name: 'Feeds' }).getByRole('listitem');
  const rowText = (await row.textContent()) ?? '';
  await expect(feeds).toHaveCount(Number(/(\d+) feeds/.exec(rowText)?.[1]));
  await expect(wall(page).getByRole('region', { name: 'Details' })).toContainText('Created at');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const account = feeds.first().getByRole('link');
  const name = (await account.textContent()) ?? '';
  await account.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.goBack();
  await expect(wall(page)).toBeVisible();
  await page.goBack();
  await expect(wall(page)).toHaveCount(0);
});

test('a board is opened and closed with the keyboard alone', async ({ page }) => {
  await signIn(page, BOARDS);
  const link = boards(page).getByRole('link', { name: 'Home page wall' });
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(wall(page)).toBeVisible();
  await expect(
    wall(page)
      .locator(':focus')
      .or(wall(page).and(page.locator(':focus'))),
  ).toHaveCount(1);
  await tabTo(page, wall(page).getByRole('link').first());
  await page.keyboard.press('Escape');
  await expect(wall(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('the page is in the URL, and a page past the end links to the first', async ({ page }) => {
  await signIn(page, `${BOARDS}?page=9`);
  await expect(page.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  await page.goto(`${BOARDS}/999`);
  await expect(page.getByRole('dialog')).toContainText('Board not found');
});

test('a failing service shows an error with a retry and keeps the rest of the page', async ({
  page,
  patron,
}) => {
  await signIn(page, '/teams/1/email-templates');
  await expect(page.getByRole('table')).toBeVisible();
  const alert = page.getByRole('alert');
  await patron.withoutServices(async () => {
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(alert).toContainText("Couldn't load boards");
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards');
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
});
