import type { Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';

const PROGRAM = '/teams/1/program';

function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name }).click();
}

test('points owed are shown by month, in money, and lead to the members they expire for', async ({
  page,
}) => {
  await signIn(page, '/teams/1/members');
  await expect(page.getByText(/^1–100 of [45],\d{3}$/)).toBeVisible({
    timeout: DIRECTORY_BUILDING_MS,
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Program' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Program');
  await openTab(page, 'Points owed');
  await expect(page).toHaveURL(/\/program\?tab=points-owed$/);
  const owed = page.getByRole('region', { name: 'Points owed' });
  await expect(owed).toContainText(/Available\s*[\d,]+/, { timeout: DIRECTORY_BUILDING_MS });
  await expectAccessible(page);

  await owed.getByRole('button', { name: 'Set value of a point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Value of a point' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Amount').fill('0.0125');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('A point is now worth $0.0125');
  await expect(owed).toContainText(/Available\s*[\d,]+\$[\d,]+\.\d\d at \$0\.0125 a point/);

  const expiring = page.getByRole('region', { name: 'Expiring by month' });
  await expect(expiring.getByRole('img')).toHaveAccessibleName(/next 13 months/);
  const bar = expiring.getByRole('link').first();
  await expect(bar).toHaveAccessibleName(/^\w+ \d{4}: [\d,]+ points \(\$.*\) of [\d,]+ members$/);
  const download = page.waitForEvent('download');
  await expiring.getByRole('button', { name: 'Download points by month' }).click();
  expect((await download).suggestedFilename()).toBe('points-owed.csv');
  await expiring.getByRole('button', { name: 'Table' }).click();
  await expect(expiring.getByRole('row')).toHaveCount(25);
  const month = expiring.getByRole('row').nth(3);
  const members = await month.getByRole('link').textContent();
  await month.getByRole('link').click();
  await expect(
    page.getByRole('button', { name: 'Remove the Points expire in month filter' }),
  ).toBeVisible();
  await expect(page.getByText(new RegExp(`^1–\\d+ of ${members}$`))).toBeVisible();
  await page.goBack();

  const statement = page.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('row')).toHaveCount(7);
  const cells = await statement.getByRole('row').nth(1).getByRole('cell').allTextContents();
  const [opening, ...others] = cells.map((text) =>
    Number(text.replace('−', '-').replace(/[^-\d]/g, '')),
  );
  const closing = others.pop();
  expect(others.reduce((sum, change) => sum + change, opening ?? 0)).toBe(closing);
  await page.getByRole('button', { name: /^Show all \d+ months$/ }).click();
  expect(await statement.getByRole('row').count()).toBeGreaterThan(7);

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('tiers are a ladder with the share of members, above the rules in sentences', async ({
  page,
}) => {
  await signIn(page, PROGRAM);
  const tiers = page.getByRole('table', { name: 'Tiers' });
  await expect(tiers.getByRole('rowheader')).toHaveText(
    [/^Platinum/, /^Gold/, /^Silver/, /^Bronze/],
    {
      timeout: DIRECTORY_BUILDING_MS,
    },
  );
  await expect(tiers.getByRole('row', { name: 'Gold' })).toContainText(/\d%/);
  const rules = page.getByRole('region', { name: 'Rules' });
  await expect(rules).toContainText(/Points expire \d+ days after they are earned\./);
  await expect(rules).toContainText(/Members reach a tier with /);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('points that wait for approval are listed with their members', async ({ page }) => {
  await signIn(page, `${PROGRAM}?tab=points-owed`);
  const pending = page.getByRole('region', { name: 'Pending approval' });
  await expect(pending.getByText(/^1–10 of \d+$/)).toBeVisible();
  const first = await pending.getByRole('link').first().textContent();
  await pending.getByRole('button', { name: 'Next page' }).click();
  await expect(pending.getByText(/^11–20 of \d+$/)).toBeVisible();
  await pending.getByRole('button', { name: 'Previous page' }).click();
  await expect(pending.getByText(/^1–10 of \d+$/)).toBeVisible();
  await pending.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '');
});

test('the tabs work by keyboard, and the address names the tab', async ({ page }) => {
  await signIn(page, PROGRAM);
  await page.getByRole('tab', { name: 'Tiers and rules' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Developers' })).toBeFocused();
  await expect(page).toHaveURL(/\?tab=developers$/);
  await expect(page.getByRole('region', { name: 'API keys' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Webhooks' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Tiers' })).toBeVisible();
  await page.goto(`${PROGRAM}?tab=none`);
  await expect(page.getByRole('tab', { name: 'Tiers and rules', selected: true })).toBeVisible();
});

test('a viewer sees points owed and why their value cannot be changed', async ({ page }) => {
  await signIn(page, `${PROGRAM}?tab=points-owed`, { as: VIEWER });
  const button = page.getByRole('button', { name: 'value of a point' });
  await expect(button).toHaveAttribute('aria-disabled', 'true', {
    timeout: DIRECTORY_BUILDING_MS,
  });
  await button.hover();
  await expect(page.getByRole('tooltip')).toContainText(/can view but not change/);
});

test('a new API key is shown once, works, and stops working when it is revoked', async ({
  page,
  patron,
}) => {
  await signIn(page, `${PROGRAM}?tab=developers`);
  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const key = await page.getByRole('group', { name: 'API key' }).textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: 'Shop' });
  await expect(row).toContainText('Not yet');

  const call = () =>
    fetch(`${patron.url}/api/loyalty/v2/loyalty/activities`, {
      headers: { 'api-key': key ?? '', 'partner-id': 'patron-demo' },
    });
  expect((await call()).status).toBe(200);
  await page.reload();
  await expect(row).not.toContainText('Not yet');
  await row.getByRole('button', { name: 'Revoke Shop' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke Shop?' });
  await expect(question).toContainText(/It was last used .* created it\./);
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(row).toHaveCount(0);
  expect((await call()).status).toBe(401);
});
