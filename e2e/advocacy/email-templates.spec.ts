import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';

const TEMPLATES = '/teams/1/email-templates';

const templates = (page: Page) => page.getByRole('table', { name: 'Email templates' });
const panel = (page: Page) => page.getByRole('dialog');

test('any team member can page through the templates and open one', async ({ page }) => {
  await signIn(page, TEMPLATES, { as: VIEWER });
  await expect(page).toHaveTitle(/^Email templates/);
  await expect(page.getByText('1–25 of 60')).toBeVisible();
  for (const header of ['Name', 'Subject', 'Updated at']) {
    await expect(templates(page).getByRole('columnheader', { name: header })).toBeVisible();
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`${TEMPLATES}?page=2`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveAccessibleDescription(
    'This is the last page',
  );
  await templates(page).getByRole('link', { name: 'We miss you (Japanese)' }).click();
  await expect(panel(page)).toContainText('It has been a while');
  for (const term of ['ID', 'Name', 'Subject', 'Created at', 'Updated at']) {
    await expect(panel(page).getByRole('term').filter({ hasText: term }).first()).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  await page.reload();
  await expect(page.getByText('51–60 of 60')).toBeVisible();

  // A link without the page of the list finds it too.
  await page.goto(pathname);
  await expect(panel(page)).toContainText('It has been a while');
  await page.goto(`${TEMPLATES}/9999`);
  await expect(panel(page)).toContainText('Template not found');
});

test('rows per page are selectable and kept in the URL', async ({ page }) => {
  await signIn(page, TEMPLATES);
  await page.getByLabel('Rows per page').selectOption('100 per page');
  await expect(page.getByText('1–60 of 60')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1–60 of 60')).toBeVisible();
  await page.goto(`${TEMPLATES}?page=9`);
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText('1–25 of 60')).toBeVisible();
});

test('a template is opened with the keyboard alone, and closing it restores the focus', async ({
  page,
}) => {
  await signIn(page, TEMPLATES);
  const link = templates(page).getByRole('link', { name: 'Welcome', exact: true });
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Good to have you with us');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});
