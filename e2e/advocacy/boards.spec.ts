import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn } from '../support/sign-in.ts';

const BOARDS = '/teams/1/boards';

const boards = (page: Page) => page.getByRole('table', { name: 'Boards' });

test('a board shows its feeds as cards, and the list what expires soon', async ({ page }) => {
  await signIn(page, BOARDS);
  await expect(page).toHaveTitle(/^Boards/);
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  const row = boards(page).getByRole('row', { name: /^Home page wall/ });
  await expect(row).toContainText(/\d+ accounts?: .*Instagram @|\d+ accounts?: .*sftp:/);
  // What is normal has no mark.
  await expect(row).not.toContainText(/Expires|Valid until/);
  await expect(boards(page).getByRole('row', { name: /^Trail stories/ })).toContainText(
    /Expires (in|within)/,
  );
  await expectAccessible(page);

  const rowText = (await row.textContent()) ?? '';
  await boards(page).getByRole('link', { name: 'Home page wall' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${BOARDS}/\\d+`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home page wall');
  const feeds = page.getByRole('region', { name: 'Feeds' }).getByRole('listitem');
  await expect(feeds).toHaveCount(Number(/(\d+) feeds/.exec(rowText)?.[1]));
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Created');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await feeds.first().getByRole('link').click();
  // From the account back to the board, by what depends on it.
  const usage = page.getByRole('region', { name: 'Feeds and boards' });
  await usage.getByRole('link', { name: 'Home page wall' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home page wall');
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await breadcrumbs.getByRole('link', { name: 'Boards' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
});

test('the page is in the URL, and a page past the end links to the first', async ({ page }) => {
  await signIn(page, `${BOARDS}?page=9`);
  await expect(page.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  await page.goto(`${BOARDS}/999`);
  await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible();
  await page.getByRole('link', { name: 'See all boards' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
});

test('a search finds boards by name', async ({ page }) => {
  await signIn(page, BOARDS);
  await page.getByRole('searchbox', { name: 'Search boards' }).fill('wall HOME');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const row = boards(page).getByRole('row', { name: /^Home page wall/ });
  await expect(row).toContainText(/\d+ accounts?/);
  await page.reload();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search boards' }).fill('');
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  await expect(page).toHaveURL(BOARDS);
});

test('a failing service shows an error with a retry and keeps the rest of the page', async ({
  page,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/email-templates');
  await expect(page.getByRole('table')).toBeVisible();
  const alert = page.getByRole('alert');
  await patron.withoutServices(async () => {
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(alert).toContainText("Couldn't load boards");
    await expect(alert).toContainText("The service isn't available");
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards');
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
});
