import { expect } from '../fixtures.ts';
import { confirmPassword } from '../support/factors.ts';
import { statusMessage } from '../support/status-message.ts';
import { PASSWORD } from '../vendor/advocacy/oauth.ts';
import { vendorTest as test } from './vendor-test.ts';

test('the secret of a new app is shown although the response has no id, and its code verifies it', async ({
  page,
  vendor,
}) => {
  await vendor.set({ created: 'nameless' });
  await page.goto('/security/new');
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await confirmPassword(page, PASSWORD);
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await dialog.getByLabel('Code').fill('123456');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(statusMessage(page, 'Authenticator app turned on')).toBeVisible();
  expect(vendor.requests).toContain('PATCH /v2/authentication_factors/9');
});

test('a method whose response is no document was added all the same', async ({ page, vendor }) => {
  await vendor.set({ created: 'html' });
  await page.goto('/security/new/sms');
  await page.getByLabel('Phone number').fill('+15550100200');
  await page.getByRole('button', { name: 'Send code' }).click();
  await confirmPassword(page, PASSWORD);
  await expect(page.getByRole('alert')).toContainText('The method was added');
});
