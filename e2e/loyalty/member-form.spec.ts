import type { Locator, Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

const panelOf = (page: Page) => page.getByRole('dialog');
const save = (panel: Locator) => panel.getByRole('button', { name: 'Save' }).click();

test('input survives Back, closing and an unreachable service', async ({ page, patron }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, `${MEMBERS}/M-000009`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const panel = page.getByRole('dialog', { name: /^Edit/ });
  const name = panel.getByLabel('Last name');
  await name.fill('Kept');
  const confirmation = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await leave();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation).toHaveCount(0);
    await expect(name).toHaveValue('Kept');
    await expect(page).toHaveURL(/M-000009\/edit/);
  }

  await patron.kill();
  await save(panel);
  await expect(panel.getByRole('alert')).toContainText("The member wasn't saved");
  await expect(name).toHaveValue('Kept');
  await patron.restart();
  await expect(panel.getByRole('alert')).toContainText('The connection is back. Try again.');
  await save(panel);
  await expect(page.getByRole('heading', { level: 1, name: /Kept$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await name.fill('Discarded');
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Discard changes' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /Kept$/ })).toBeVisible();
});

test('countries and states are suggested by code', async ({ page }) => {
  await signIn(page, `${MEMBERS}/new`);
  const panel = panelOf(page);
  await panel.getByLabel('Member ID').fill('COUNTRY-1');
  await panel.getByText('Address', { exact: true }).click();
  const country = panel.getByLabel('Country');
  const state = panel.getByLabel('State');
  const suggestions = (field: Locator) =>
    field.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value, label }) => `${value} ${label}`),
    );
  expect(await suggestions(country)).toContain('DE Germany');
  expect(await suggestions(state)).toContain('TX Texas');
  await state.fill('tx');
  await expect(state).toHaveAccessibleDescription('Texas');
  await country.fill('DE');
  await expect(country).toHaveAccessibleDescription('Germany');
  await expect(state).toHaveAccessibleDescription('');
  expect(await suggestions(state)).toEqual([]);
  // Other texts stay as they were typed.
  await country.fill('Freedonia');
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByText('Freedonia', { exact: true })).toBeVisible();
});

test('a phone number says how it will be saved', async ({ page }) => {
  await signIn(page, `${MEMBERS}/new`);
  const phone = panelOf(page).getByLabel('Phone');
  await expect(phone).toHaveAccessibleDescription(/^Include the country code/);
  for (const [typed, saved] of [
    ['+33-612345678', '+33-612345678'],
    ['+33 6 12 34 56 78', '+33-612345678'],
    ['0033612345678', '+33-612345678'],
    // Without a country code it would be a number of the US, which shows here.
    ['612345678', '+1-612345678'],
  ] as const) {
    await phone.fill(typed);
    await expect(phone).toHaveAccessibleDescription(`Will be saved as ${saved}.`);
  }
  await phone.fill('+33');
  await expect(phone).toHaveAccessibleDescription(/^Include the country code/);
});

test('a member is edited from the list with only the keyboard', async ({ page }) => {
  await signIn(page, `${MEMBERS}?tag=vip`);
  const name = (await page.getByRole('table').getByRole('link').first().textContent()) ?? '';
  await tabTo(page, page.getByRole('button', { name: `Actions for ${name}` }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByLabel('First name')).toBeFocused();
  await tabTo(page, panel.getByLabel('Tags'));
  await page.keyboard.type('by-hand');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('by-keyboard');
  await tabTo(page, panel.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  // The panel was opened over its list.
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/members\?tag=vip$/);
  await page.getByRole('link', { name }).first().click();
  const tags = page.getByRole('region', { name: 'Tags' });
  await expect(tags).toContainText('by-keyboard');
  await expect(tags).not.toContainText('by-hand');
});

test('E on the page opens the form, and the row menu opens its tags', async ({ page }) => {
  await signIn(page, `${MEMBERS}/M-000011`);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(panelOf(page).getByLabel('First name')).toBeFocused();

  await page.goto(`${MEMBERS}?tag=vip`);
  const name = (await page.getByRole('table').getByRole('link').first().textContent()) ?? '';
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add tags' }).click();
  await expect(panelOf(page).getByLabel('Tags', { exact: true })).toBeFocused();
  await page.keyboard.type('from-the-row');
  await page.keyboard.press('Enter');
  await save(panelOf(page));
  await expect(panelOf(page)).toHaveCount(0);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('from-the-row');
});

test('a form that was saved closes, however slow what follows is', async ({ page }) => {
  await signIn(page, `${MEMBERS}/M-000010/edit`);
  const panel = panelOf(page);
  await panel.getByLabel('Last name').fill('Edited');
  // Afterwards everything is read again.
  await page.route(/\/activities\b/, () => {});
  await save(panel);
  await expect(statusMessage(page, 'Edited was updated')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /Edited$/ })).toBeVisible();

  await page.goto(`${MEMBERS}/new`);
  await panel.getByLabel('Member ID').fill('M-slow');
  await panel.getByLabel('First name').fill('Slow');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*', async (route) => {
    await isReleased;
    await route.continue();
  });
  const isReadAgain = page.waitForResponse(
    (response) => response.url().includes('/members/M-slow?') && response.ok(),
  );
  await page.keyboard.press('Enter');
  await expect(statusMessage(page, 'Slow was added')).toBeVisible();
  await (await isReadAgain).finished();
  await expect(panel.getByRole('button', { name: 'Add member' })).toBeDisabled();
  await expect(panel.getByLabel('Member ID')).not.toHaveAttribute('aria-invalid', 'true');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Slow' })).toBeVisible();
});
