import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import {
  addEmailFactor,
  appCode,
  chooseFactor,
  confirmPassword,
  deleteFactor,
  factorRow,
  readSecret,
} from '../support/factors.ts';
import { invalidField } from '../support/invalid-field.ts';
import { readCode } from '../support/outbox.ts';
import { OUTSIDER, signIn, signOut, submitPassword } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const NUMBER = '+15550100134';

test('an authenticator app is enrolled with the secret on the screen and asked for at sign-in', async ({
  page,
}) => {
  await signIn(page, '/security', { as: OUTSIDER });
  await expect(page).toHaveTitle(/^Security/);
  await expect(page.getByText('Two-step verification is off')).toBeVisible();

  await chooseFactor(page, 'Authenticator app');
  await confirmPassword(page, OUTSIDER.password);
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = await readSecret(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);

  await test.step('a wrong code can be corrected', async () => {
    const wrong = appCode(secret) === '000000' ? '111111' : '000000';
    await page.getByLabel('Code').fill('12345');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/Enter all 6 digits/);
    await page.getByLabel('Code').fill(wrong);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Code')).toBeFocused();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  });

  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(statusMessage(page, 'Authenticator app turned on')).toBeVisible();
  await expect(factorRow(page, 'Authenticator app')).toContainText('Default');
  await expect(factorRow(page, 'Authenticator app')).toContainText('Added');

  await signOut(page);
  await submitPassword(page, OUTSIDER);
  // The code of the next time step: the enrollment used the current one.
  await page.getByLabel('Code').fill(appCode(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Actions for Authenticator app' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('only your password');
  await page.getByRole('button', { name: 'Remove method' }).click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
});

test('an authenticator app can be verified or restarted after its QR code is gone', async ({
  page,
}) => {
  await addEmailFactor(page, OUTSIDER);
  await expect(factorRow(page, 'Email')).toContainText('Default');
  await chooseFactor(page, 'Authenticator app');
  const lost = await readSecret(page);

  await page.reload();
  await expect(page.getByText("can't be shown again")).toBeVisible();
  await page.getByRole('button', { name: 'Delete and start again' }).click();
  await confirmPassword(page, OUTSIDER.password);
  const secret = await readSecret(page);
  expect(secret).not.toBe(lost);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(factorRow(page, 'Authenticator app')).toContainText('Pending');
  await factorRow(page, 'Authenticator app').getByRole('button', { name: 'Verify' }).click();
  expect(await readSecret(page)).toBe(secret);

  await page.reload();
  await page.getByLabel('Code').fill(appCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(factorRow(page, 'Authenticator app')).toContainText('Added');
  // Sign-in still asks for the other method first.
  await expect(
    statusMessage(page, /^Authenticator app turned on\. Email.* stays your default\.$/),
  ).toBeVisible();
  await expect(factorRow(page, 'Email')).toContainText('Default');
  await deleteFactor(page, 'Authenticator app');
  await deleteFactor(page, 'Email');
});

test('a text message factor keeps its countdown on reload', async ({ page, request }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/security', { as: OUTSIDER });
  await chooseFactor(page, 'Text message');
  await page.getByLabel('Phone number').fill('555');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');

  await test.step('the number stays when the password dialog is canceled', async () => {
    await page.getByLabel('Phone number').fill('+1 (555) 010-0134');
    await page.getByRole('button', { name: 'Send code' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Phone number')).toHaveValue('+1 (555) 010-0134');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.route('**/authentication_factors?*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill(invalidField('external_id'))
        : route.continue(),
    );
    await confirmPassword(page, OUTSIDER.password);
  });

  await test.step('an error of the service is at the number, which gets the focus', async () => {
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Is not valid/);
    await expect(page.getByLabel('Phone number')).toBeFocused();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Send code' }).click();
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
  await expect(factorRow(page, 'Text message')).toContainText('+15•••34');
  await expect(factorRow(page, 'Text message')).toContainText('Default');

  await test.step('a kind that is in use is disabled, with the reason', async () => {
    await page.getByRole('button', { name: 'Add method' }).click();
    const used = page.getByRole('button', { name: 'Text message', exact: true });
    await expect(used).toHaveAttribute('aria-disabled', 'true');
    await expect(used).toHaveAccessibleDescription(/Already set up/);
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await expect(factorRow(page, 'Email')).toContainText('Added');
  });

  await test.step('deleting the default names the next one', async () => {
    await page.getByRole('button', { name: 'Actions for Text message' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Email will become your default');
    await page.getByRole('button', { name: 'Remove method' }).click();
    await expect(factorRow(page, 'Email')).toContainText('Default');
    await expect(factorRow(page, 'Text message')).toHaveCount(0);
  });
  await deleteFactor(page, 'Email');
});

test('a voice call and a fax are enrolled with the codes they deliver', async ({
  page,
  request,
}) => {
  await signIn(page, '/security', { as: OUTSIDER });
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
    await expect(factorRow(page, name)).toContainText('Added');
  }
  await expect(factorRow(page, 'Voice call')).toContainText('Default');
  await expect(factorRow(page, 'Fax')).not.toContainText('Default');
  await test.step('the default can be chosen, and the activity names it', async () => {
    await page.getByRole('button', { name: 'Actions for Fax' }).click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await expect(statusMessage(page, 'Fax is now your default method')).toBeVisible();
    await expect(factorRow(page, 'Fax')).toContainText('Default');
    await expect(factorRow(page, 'Voice call')).not.toContainText('Default');
    await expect(
      page.getByRole('row', { name: /^Made fax \(\+15•••42\) the default Chrome on / }),
    ).toBeVisible();
  });
  await deleteFactor(page, 'Fax');
  await deleteFactor(page, 'Voice call');
});
