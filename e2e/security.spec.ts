import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import {
  appCode,
  chooseFactor,
  confirmPassword,
  deleteFactor,
  readSecret,
} from './support/factors.ts';
import { readCode } from './support/outbox.ts';
import { OUTSIDER, signIn } from './support/sign-in.ts';

const NUMBER = '+15550100134';

const factors = (page: Page) => page.getByRole('list', { name: 'Factors' });
const row = (page: Page, name: string) =>
  factors(page).getByRole('listitem').filter({ hasText: name });

test('an authenticator app is enrolled by the secret on the screen, and asked for at sign-in', async ({
  page,
}) => {
  await signIn(page, OUTSIDER, '/security');
  await expect(page).toHaveTitle(/^Security/);
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();

  await chooseFactor(page, 'Authenticator app');
  await confirmPassword(page, OUTSIDER.password);
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = await readSecret(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);

  await test.step('a wrong code costs nothing but itself', async () => {
    const wrong = appCode(secret) === '000000' ? '111111' : '000000';
    await page.getByLabel('Code').fill(wrong);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Code')).toBeFocused();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  });

  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Authenticator app is on' }),
  ).toBeVisible();
  await expect(row(page, 'Authenticator app')).toContainText('Default');
  await expect(row(page, 'Authenticator app')).toContainText('Active');

  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(OUTSIDER.email);
  await page.getByLabel('Password').fill(OUTSIDER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The next step's code: the present one was used up by the enrolment.
  await page.getByLabel('Code').fill(appCode(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Actions for Authenticator app' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('password alone signs you in');
  await page.getByRole('button', { name: 'Delete factor' }).click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
});

test('an authenticator app whose QR code is gone can be verified or started again', async ({
  page,
}) => {
  await signIn(page, OUTSIDER, '/security');
  await chooseFactor(page, 'Authenticator app');
  await confirmPassword(page, OUTSIDER.password);
  const lost = await readSecret(page);

  await page.reload();
  await expect(page.getByText("can't be shown again")).toBeVisible();
  await page.getByRole('button', { name: 'Delete and start again' }).click();
  await confirmPassword(page, OUTSIDER.password);
  const secret = await readSecret(page);
  expect(secret).not.toBe(lost);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Authenticator app')).toContainText('Pending');
  await row(page, 'Authenticator app').getByRole('button', { name: 'Verify' }).click();
  expect(await readSecret(page)).toBe(secret);

  await page.reload();
  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(row(page, 'Authenticator app')).toContainText('Active');
  await deleteFactor(page, 'Authenticator app');
});

test('a text message factor keeps its countdown and its place over a reload', async ({
  page,
  request,
}) => {
  await signIn(page, OUTSIDER, '/security');
  await chooseFactor(page, 'Text message');
  await page.getByLabel('Phone number').fill('555');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');

  await test.step('the number is kept when the password is not given', async () => {
    await page.getByLabel('Phone number').fill('+1 (555) 010-0134');
    await page.getByRole('button', { name: 'Send code' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Phone number')).toHaveValue('+1 (555) 010-0134');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send code' }).click();
    await confirmPassword(page, OUTSIDER.password);
  });
  const first = await readCode(request, NUMBER, 1);
  await expect(page.getByRole('button', { name: /^Send a new code in 0:[0-3]\d$/ })).toBeVisible();

  await page.reload();
  const again = page.getByRole('button', { name: /^Send a new code/ });
  await expect(again).toHaveText(/in 0:/);
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).not.toHaveText(/in 0:/, { timeout: 35_000 });
  await again.click();
  await confirmPassword(page, OUTSIDER.password);
  const second = await readCode(request, NUMBER, 2);
  await expect(again).toHaveText(/in 0:/);

  if (first !== second) {
    await page.getByLabel('Code').fill(first);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('That code is wrong or has expired')).toBeVisible();
  }
  await page.getByLabel('Code').fill(`${second.slice(0, 3)} ${second.slice(3)}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(row(page, 'Text message')).toContainText('+1555•••0134');
  await expect(row(page, 'Text message')).toContainText('Default');

  await test.step('what is used is off, with the reason', async () => {
    await page.getByRole('button', { name: 'Add factor' }).click();
    const used = page.getByRole('button', { name: 'Text message', exact: true });
    await expect(used).toHaveAttribute('aria-disabled', 'true');
    await expect(used).toHaveAccessibleDescription(/You have it already/);
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await expect(row(page, 'Email')).toContainText('Active');
  });

  await test.step('deleting the default names the next', async () => {
    await page.getByRole('button', { name: 'Actions for Text message' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Email becomes the default');
    await page.getByRole('button', { name: 'Delete factor' }).click();
    await expect(row(page, 'Email')).toContainText('Default');
    await expect(row(page, 'Text message')).toHaveCount(0);
  });
  await deleteFactor(page, 'Email');
});

test('a voice call and a fax are enrolled by the codes that they bring', async ({
  page,
  request,
}) => {
  await signIn(page, OUTSIDER, '/security');
  let isConfirmed = false;
  for (const [name, label, number] of [
    ['Voice call', 'Phone number', '+15550100141'],
    ['Fax', 'Fax number', '+15550100142'],
  ] as const) {
    await chooseFactor(page, name);
    await page.getByLabel(label).fill(number);
    await page.getByRole('button', { name: 'Send code' }).click();
    if (!isConfirmed) await confirmPassword(page, OUTSIDER.password);
    isConfirmed = true;
    const dialog = page.getByRole('dialog', { name: `Verify your ${label.toLowerCase()}` });
    await expect(dialog).toContainText(number);
    await page.getByLabel('Code').fill(await readCode(request, number, 1));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(row(page, name)).toContainText('Active');
  }
  await expect(row(page, 'Voice call')).toContainText('Default');
  await expect(row(page, 'Fax')).not.toContainText('Default');
  await deleteFactor(page, 'Fax');
  await deleteFactor(page, 'Voice call');
});

test('recovery codes are left only once they are saved', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, OUTSIDER, '/security');
  await chooseFactor(page, 'Email');
  await confirmPassword(page, OUTSIDER.password);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toHaveAccessibleDescription(/Save the codes first/);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toContainText("can't be shown again");
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await list.getByRole('listitem').allInnerTexts()).toEqual(codes);

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
  await expect(page.getByText('Strike it out when you have used it')).toBeVisible();
  await expect(list).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByLabel('I have saved them').check();
  await done.click();
  await expect(row(page, 'Recovery codes')).toContainText('Active');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('no recovery codes')).toHaveCount(0);
  await deleteFactor(page, 'Recovery codes');
  await deleteFactor(page, 'Email');
});

test('a factor is enrolled and deleted by keyboard alone', async ({ page }) => {
  await signIn(page, OUTSIDER, '/security');
  await page.getByRole('button', { name: 'Add your first factor' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Authenticator app' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(OUTSIDER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(appCode(await readSecret(page)));
  await page.keyboard.press('Enter');
  await expect(row(page, 'Authenticator app')).toContainText('Active');

  await page.getByRole('button', { name: 'Actions for Authenticator app' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeFocused();
});

test('the password is asked for again where it was wrong, and the request is made once it is right', async ({
  page,
}) => {
  await signIn(page, OUTSIDER, '/security');
  await chooseFactor(page, 'Email');
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText("That isn't your password")).toBeVisible();
  await confirmPassword(page, OUTSIDER.password);
  await expect(row(page, 'Email')).toContainText('Active');
  await deleteFactor(page, 'Email');
});

test('a list that fails says so, and is tried again', async ({ page, patron }) => {
  await signIn(page, OUTSIDER, '/profile');
  await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  const alert = page.getByRole('alert');
  await patron.withoutServices(async () => {
    await page.getByRole('link', { name: 'Security' }).click();
    await expect(alert).toContainText("Your factors couldn't be read");
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
});

test('without the scopes the page says which are missing', async ({ page, patron }) => {
  // Another deployment: its console is told to ask for less.
  await patron.withConsoleConfig(
    (config) => {
      config.advocacy.scopes = ['identity', 'teams:read'];
    },
    async () => {
      await signIn(page, OUTSIDER, '/security');
      await expect(page.getByText('authentication_factors:read')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add factor' })).toHaveAccessibleDescription(
        /authentication_factors:write/,
      );
    },
  );
});

test('axe finds nothing on the page and its dialogs, on a phone neither', async ({ page }) => {
  await signIn(page, OUTSIDER, '/security');
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add factor' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await confirmPassword(page, OUTSIDER.password);
  const secret = await readSecret(page);
  await expectAccessible(page);
  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(row(page, 'Authenticator app')).toContainText('Active');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(320);
  await deleteFactor(page, 'Authenticator app');
});
