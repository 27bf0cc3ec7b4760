import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chooseFactor, confirmPassword, deleteFactor } from '../support/factors.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('a viewer sees why each action is disabled', async ({ page }) => {
  await signIn(page, '/teams/1/accounts', { as: VIEWER });
  for (const [address, name, reason] of [
    [
      '/teams/1/accounts',
      'Connect account',
      /can view but not change accounts\. Ask .+ \(administrator\)\.$/,
    ],
    ['/teams/1/domains', 'Add domain', /can view but not change domains/],
    ['/teams/1/members', 'Add member', /can view but not change/],
  ] as const) {
    await page.goto(address);
    const button = page.getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
    await button.hover();
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
  }

  await page.goto('/teams/1/accounts');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(
    page.getByRole('button', { name: 'Delete', exact: true }),
  ).toHaveAccessibleDescription(/can view but not change accounts/);

  await page.goto('/teams/1/domains');
  await page.getByRole('button', { name: 'Actions for www.patron.test' }).click();
  const remove = page.getByRole('menuitem', { name: 'Delete' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toContainText('can view but not change domains');
});

test('a team of other users shows no pages, whether it exists or not', async ({ page }) => {
  await signIn(page, '/teams/2/members', { as: VIEWER });
  await expect(heading(page, 'Team not found')).toBeVisible();
  // Not as if the user's own team were not found.
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('No team');
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Team not found');
  await page.goto('/teams/999/accounts');
  await expect(heading(page, 'Team not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your team' }).click();
  await expect(page).toHaveURL('/teams/1/overview');
});

test('a wrong password is reported in the step-up dialog, and the right one continues the action', async ({
  page,
}) => {
  await signIn(page, '/security', { as: VIEWER });
  await chooseFactor(page, 'Authenticator app');
  // The password takes the place of the dialog's content, and Escape brings that back.
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  const password = dialog.getByLabel('Password');
  await expect(password).toBeFocused();
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Text message' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add method' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Authenticator app', exact: true }).press('Enter');
  await password.fill('not-the-password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/That isn't your password/);
  await expect(password).toBeFocused();

  await confirmPassword(page, VIEWER.password);
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(page.getByText(/^Confirmed, 1\d min left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // Ended by the user, it is asked for again: here in the middle of a confirmation.
  await page.getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText(/^Confirmed, /)).toHaveCount(0);
  await deleteFactor(page, 'Authenticator app', VIEWER.password);
});

test('a viewer sees why each action on members is disabled', async ({ page }) => {
  await signIn(page, '/teams/1/members', { as: VIEWER });
  const add = page.getByRole('button', { name: 'Add member' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAccessibleDescription(/can view but not change/);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  for (const item of ['Edit', 'Block', 'Mark as opted out', 'Delete']) {
    const choice = page.getByRole('menuitem', { name: item });
    await expect(choice).toHaveAttribute('aria-disabled', 'true');
    await expect(choice).toContainText('can view but not change');
  }
  await page.goto('/teams/1/members/new');
  const panel = page.getByRole('dialog', { name: 'Add member' });
  await expect(panel.getByText(/can view but not change/).first()).toBeVisible();
  await expect(panel.getByLabel('First name')).toBeDisabled();
  await page.goto('/teams/1/members/M-000004/edit');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Save' }),
  ).toHaveAccessibleDescription(/can view but not change/);
});
