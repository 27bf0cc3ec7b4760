import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openPalette } from '../support/keyboard.ts';
import { signIn } from '../support/sign-in.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('"?" lists the shortcuts, and single-key shortcuts can be turned off', async ({ page }) => {
  await signIn(page, '/teams/1/overview');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(dialog).toContainText('Go to Members');
  await expect(dialog).toContainText('Add a member, an account, a domain or a personC');
  // Also in a small window the list begins at its top.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(dialog.getByText('Search or jump to')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(heading(page, 'Members')).toBeVisible();
  const form = page.getByRole('dialog', { name: 'Add member' });
  await page.keyboard.press('c');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(heading(page, 'Accounts')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Connect account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(heading(page, 'People')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Invite to the team' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('m');

  await page.keyboard.press('?');
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('c');
  await openPalette(page);
  await expect(form).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Members')).toBeVisible();
});
