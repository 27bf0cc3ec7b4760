import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';

const PROGRAM = '/teams/1/program';

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
  await expect(
    page.getByRole('table', { name: 'Tiers' }).getByRole('link', { name: 'Gold' }),
  ).toBeVisible();
  const owed = page.getByRole('region', { name: 'Points owed' });
  await expect(owed).toContainText(/Available\s*[\d,]+ points/);
  await expectAccessible(page);

  await owed.getByRole('button', { name: 'Set value of a point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Value of a point' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Amount').fill('0.0125');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('A point is now worth $0.0125.');
  await expect(owed).toContainText(/Available\s*[\d,]+ points \(\$[\d,]+\.\d\d\)/);

  const expiring = page.getByRole('region', { name: 'Expiring by month' });
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
  const cells = await statement.getByRole('row').nth(1).getByRole('cell').allTextContents();
  const [opening, ...others] = cells.map((text) =>
    Number(text.replace('−', '-').replace(/[^-\d]/g, '')),
  );
  const closing = others.pop();
  expect(others.reduce((sum, change) => sum + change, opening ?? 0)).toBe(closing);

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('a viewer sees points owed and why their value cannot be changed', async ({ page }) => {
  await signIn(page, PROGRAM, { as: VIEWER });
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
  await signIn(page, PROGRAM);
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
