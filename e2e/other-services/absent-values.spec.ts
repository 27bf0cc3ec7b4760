import { expect } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

test.beforeEach(async ({ vendor }) => vendor.set({ values: 'absent' }));

test('a user without an email address has an empty field for it', async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'You, User usr.9' })).toBeVisible();
});

test('methods whose status is not sent are neither active nor off', async ({ page }) => {
  await page.goto('/security');
  const methods = page.getByRole('list', { name: 'Methods' });
  await expect(methods.getByRole('listitem')).toHaveCount(3);
  await expect(methods.locator('span:empty')).toHaveCount(0);
  await page.goto(`/teams/${TEAM}/overview`);
  await expect(page.getByText('4 domains are not live yet')).toBeVisible();
  await expect(page.getByText('Two-step verification is off')).toHaveCount(0);
});

test('the form of a member whose subscription is not sent claims and saves none', async ({
  page,
}) => {
  await page.goto(`/teams/${TEAM}/members/1/edit`);
  const panel = page.getByRole('dialog', { name: /^Edit/ });
  const subscription = panel.getByLabel('Marketing');
  await expect(subscription.locator('option:checked')).toHaveText('Not set');
  await panel.getByLabel('Last name').fill('Kestrel');
  const update = page.waitForRequest((request) => request.method() === 'POST');
  await panel.getByRole('button', { name: 'Save' }).click();
  expect((await update).postDataJSON()).toEqual({ last_name: 'Kestrel' });
});

test('activities that a member can earn are not counted among the active ones', async ({
  page,
}) => {
  await page.goto(`/teams/${TEAM}/members/1`);
  const earning = page.getByRole('region', { name: 'Can earn now' });
  await expect(earning.getByText('3 activities.', { exact: true })).toBeVisible();
});
