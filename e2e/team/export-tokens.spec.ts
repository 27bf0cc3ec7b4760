import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { DESKTOP } from '../support/viewports.ts';
import { confirmPassword, readSecret } from './webhook-receiver.ts';

test('an auditor fetches both logs with a token', async ({ page, request, patron }) => {
  await signIn(page, '/teams/1/audit-log');
  await page.getByRole('link', { name: 'Export tokens' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Export tokens' })).toBeVisible();
  await expect(page.getByText('No export tokens')).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create export token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/);
  await dialog.getByLabel('Name').fill('Auditor');
  await dialog.getByLabel('Expires').selectOption('In a year');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await confirmPassword(page);
  const token = await readSecret(page, 'Export token');
  const row = page.getByRole('table', { name: 'Export tokens' }).getByRole('row', {
    name: `Auditor …${token.slice(-4)}`,
  });
  await expect(row).toContainText('Not yet');
  await expect(page.getByText(token)).toHaveCount(0);
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);

  const authorization = `Bearer ${token}`;
  const read = (url: string) => request.get(url, { headers: { authorization } });
  const addressOf = async (log: string) =>
    (await page.getByRole('group', { name: `Address of the ${log}` }).textContent()) ?? '';
  const security = await addressOf('security log');
  const audit = await addressOf('audit log');
  await test.step('both logs, as files and as pages', async () => {
    expect(await (await read(security)).text()).toContain('sign_in.success');
    expect(await (await read(audit)).text()).toContain('export_token.create');
    for (const address of [security, audit]) {
      const { data } = await (await read(`${address.replace(/\.csv$/, '')}?count=1`)).json();
      expect(data).toHaveLength(1);
    }
  });
  await test.step('and nothing else', async () => {
    expect((await read(audit.replace('/teams/1/', '/teams/2/'))).status()).toBe(403);
    expect((await read(`${patron.url}/api/advocacy/v2/me`)).status()).toBe(401);
    expect((await read(`${patron.url}/api/advocacy/admin/v1/teams/1/people`)).status()).toBe(401);
    expect((await request.get(audit)).status()).toBe(401);
  });

  await page.reload();
  await expect(row).not.toContainText('Not yet');
  await page.getByRole('link', { name: 'Audit log' }).last().click();
  await expect(
    page.getByText('Auditor (export token) exported the security log').first(),
  ).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Delete Auditor' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Auditor?' });
  await expect(question).toContainText('can no longer read the logs');
  await question.getByRole('button', { name: 'Delete token' }).click();
  // The confirmation was bound to the page before the reload.
  await confirmPassword(page);
  await expect(statusMessage(page, 'The token Auditor was deleted')).toBeVisible();
  await expect(page.getByText('No export tokens')).toBeVisible();
  expect((await read(audit)).status()).toBe(401);
});

test('a list that fails to load is tried again', async ({ page }) => {
  await signIn(page, '/teams/1/security-log');
  const lists = '**/teams/1/export-tokens';
  await page.route(lists, (route) => route.fulfill({ status: 500 }));
  await page.getByRole('link', { name: 'Export tokens' }).click();
  await expect(page.getByText("Couldn't load export tokens")).toBeVisible();
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No export tokens')).toBeVisible();
});

test('others than administrators see who can help', async ({ page }) => {
  await signIn(page, '/teams/1/audit-log/export-tokens', { as: VIEWER });
  await expect(page.getByRole('heading', { level: 1, name: 'Export tokens' })).toBeVisible();
  await expect(page.getByText(ADMIN.email).or(page.getByText(/Ask .*Ada Marsh/))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create token' })).toHaveCount(0);
});
