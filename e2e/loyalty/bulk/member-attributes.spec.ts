import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { signIn } from '../../support/sign-in.ts';
import { statusMessage } from '../../support/status-message.ts';

const MEMBERS = '/teams/1/members';

test('attributes and subscriptions of many members are changed, and undone', async ({ page }) => {
  await signIn(page, `${MEMBERS}?q=rohan deshpande`);
  await expect(page.getByText(/of \d+$/).first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const choose = async (action: string) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const button = page.getByRole('button', { name: 'More', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Set attribute');
  const dialog = page.getByRole('dialog', { name: /^Set an attribute of/ });
  const [name, value] = [dialog.getByLabel('Attribute'), dialog.getByLabel('Value')];
  await name.fill('Shoe Size');
  await expect(name).toHaveAccessibleDescription(/Did you mean shoe_size\?/);
  await name.fill('shoe_size');
  await expect(dialog.getByLabel('Type')).toHaveValue('number');
  await value.fill('large');
  await dialog.getByRole('button', { name: 'Set attribute' }).click();
  await expect(value).toHaveAccessibleDescription('Enter a number');
  await dialog.getByLabel('Type').selectOption('Text');
  await expect(dialog.getByLabel('Type')).toHaveAccessibleDescription(/have a number here/);
  await dialog.getByLabel('Type').selectOption('Number');
  await value.fill('41');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set attribute' }).click();
  const set = statusMessage(page, /^Set shoe_size to 41 for \d+ members?/);
  await expect(set).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(statusMessage(page, /^Undid “Set .*” for \d+ members?/)).toBeVisible();

  await choose('Change subscription');
  const subscription = page.getByRole('dialog', { name: /^Change the email subscription of/ });
  await subscription.getByLabel('Email subscription').selectOption('Unsubscribed');
  await subscription.getByRole('button', { name: 'Change subscription' }).click();
  await expect(
    statusMessage(page, /^Changed the email subscription of \d+ members? to unsubscribed/),
  ).toBeVisible();
});

test('the preview of a change to all that match counts those that have the value', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: /^Select all [45],\d{3} matching$/ }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change subscription' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the email subscription of/ });
  await dialog.getByLabel('Email subscription').selectOption('Subscribed');
  await expect(
    dialog.getByText(/^Changes [\d,]+ members\. [\d,]+ already have this value\.$/),
  ).toBeVisible();
});
