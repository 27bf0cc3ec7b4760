import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../support/sign-in.ts';

/** Safari on a Mac: shortcuts have the Command key, and a button that is clicked doesn't take the focus. */
async function imitateSafari(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { value: 'MacIntel' });
    addEventListener('mousedown', (event) => {
      const isButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (!isButton || event.defaultPrevented) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
}

test('hints name the Command key on a Mac', async ({ page }) => {
  await imitateSafari(page);
  await signIn(page, '/teams/1/boards');
  await expect(page.getByRole('banner')).toContainText('⌘ K');
  await page.keyboard.press('Meta+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('⌘ K');
  await expect(page.locator('body')).not.toContainText('Ctrl');
});

test('a dialog returns the focus to the button that a click opened it with', async ({ page }) => {
  await imitateSafari(page);
  await signIn(page, '/teams/1/accounts');
  const connect = page.getByRole('button', { name: 'Connect account' });
  await connect.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(connect).toBeFocused();

  const actions = page.getByRole('button', { name: /^Actions for / }).last();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(actions).toBeFocused();
});
