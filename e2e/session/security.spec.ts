import { readFile } from 'node:fs/promises';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import {
  addEmailFactor,
  appCode,
  chooseFactor,
  confirmPassword,
  deleteFactor,
  factorRow,
  readSecret,
} from '../support/factors.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { OUTSIDER, signIn } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';

test('recovery codes that were not saved are asked about until they are', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await addEmailFactor(page, OUTSIDER);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toHaveAccessibleDescription(/Save the codes first/);

  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await expect(page.getByRole('alertdialog')).toContainText("can't be shown again");
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(list.getByRole('listitem')).toHaveText(codes);
  }

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const code of codes) expect(copied).toContain(code);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(copied);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Cross it out after you use it')).toBeVisible();
  await expect(list).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave anyway' }).click();
  const reminder = page.getByRole('region', { name: 'Did you save your recovery codes?' });
  await expect(reminder).toBeVisible();
  await page.reload();
  await reminder.getByRole('button', { name: 'I saved them' }).click();
  await expect(reminder).toHaveCount(0);
  await expect(factorRow(page, 'Recovery codes')).toContainText('10 of 10 left');
  await expect(factorRow(page, 'Recovery codes')).toContainText('Added');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('no recovery codes')).toHaveCount(0);
  // The reload ended the step-up.
  await deleteFactor(page, 'Email', OUTSIDER.password);
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await expect(
    page.getByText('Recovery codes only work together with another method'),
  ).toBeVisible();
  await deleteFactor(page, 'Recovery codes');
});

test('a factor is enrolled and deleted with only the keyboard', async ({ page }) => {
  await signIn(page, '/security', { as: OUTSIDER });
  await page.getByRole('button', { name: 'Add method' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Authenticator app' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(OUTSIDER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(appCode(await readSecret(page)));
  await page.keyboard.press('Enter');
  await expect(factorRow(page, 'Authenticator app')).toContainText('Added');

  await page.getByRole('button', { name: 'Actions for Authenticator app' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a wrong password is asked for again, and the right one sends the request', async ({
  page,
}) => {
  await signIn(page, '/security', { as: OUTSIDER });
  await chooseFactor(page, 'Email');
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText("That isn't your password")).toBeVisible();
  await confirmPassword(page, OUTSIDER.password);
  await expect(factorRow(page, 'Email')).toContainText('Added');
  await deleteFactor(page, 'Email');
  // The newest event comes first.
  const events = page.getByRole('table', { name: 'Activity' }).getByRole('row');
  await expect(events.nth(1)).toContainText('Removed email');
});

test('a failed list shows an error and can be retried', async ({ page, patron }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/profile', { as: OUTSIDER });
  await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  const alert = page.getByRole('alert').filter({ hasText: 'your methods' });
  await patron.withoutServices(async () => {
    await page.getByRole('link', { name: 'Security' }).click();
    await expect(alert).toContainText("Couldn't load your methods");
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
});

test('missing scopes are named', async ({ page }) => {
  await signIn(page, '/security', { as: OUTSIDER, scopes: ['identity', 'teams:read'] });
  await expect(page.getByText('authentication_factors:read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add method' })).toHaveAccessibleDescription(
    /can view but not change your methods/,
  );
});

test('the page and its dialogs are accessible, on a phone too', async ({ page }) => {
  await signIn(page, '/security', { as: OUTSIDER });
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add method' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await confirmPassword(page, OUTSIDER.password);
  const secret = await readSecret(page);
  await expectAccessible(page);
  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(factorRow(page, 'Authenticator app')).toContainText('Added');
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await deleteFactor(page, 'Authenticator app');
});
