import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { addAuthenticatorApp, confirmPassword } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { ADMIN, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const PASSWORD = 'quiet lantern over water';

test('an administrator helps a colleague who lost their phone', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const patron = await startPatronServer();
  const context = await browser.newContext();
  const colleague = await context.newPage();
  try {
    await signIn(colleague, `${patron.url}/security`, { as: VIEWER });
    await addAuthenticatorApp(colleague, VIEWER.password);

    await signIn(page, `${patron.url}/teams/1/people`);
    const row = page.getByRole('row', { name: VIEWER.email });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Reset sign-in' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(VIEWER.email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reset sign-in' }).click();
    await confirmPassword(page, ADMIN.password);
    await expect(statusMessage(page, /gets an email with a link/)).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Ada Marsh' }).click();
    await expect(page.getByRole('menuitem', { name: /^Reset sign-in/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');

    // The colleague is signed out, and the mailbox is the only way in.
    let link = '';
    await expect(async () => {
      const mails = await readOutbox(page.request, VIEWER.email, patron.url);
      const reset = mails.find(({ subject }) => subject === 'Your Patron sign-in was reset');
      link = /https?:\S+reset\S+/.exec(reset?.text ?? '')?.[0] ?? '';
      expect(link).not.toBe('');
    }).toPass({ timeout: 15_000 });
    await colleague.goto(link);
    await colleague.getByLabel('New password').fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Set password' }).click();
    await colleague.getByRole('link', { name: 'Sign in' }).click();
    await submitPassword(colleague, { email: VIEWER.email, password: PASSWORD });
    await expect(colleague.getByRole('button', { name: /^You, .+@/ })).toBeVisible();
    await colleague.goto(`${patron.url}/security`);
    await expect(colleague.getByText('Two-step verification is off')).toBeVisible();
    await expect(colleague.getByText(/Ada Marsh of Northwind reset your sign-in/)).toBeVisible();
  } finally {
    await context.close();
    await patron.remove();
  }
});
