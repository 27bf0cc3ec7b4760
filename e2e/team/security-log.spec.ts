import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { ADMIN, createSession, signIn, VIEWER } from '../support/sign-in.ts';

test('an administrator finds a failed sign-in of a colleague, and exports the log', async ({
  page,
  playwright,
  patron,
}) => {
  const request = await playwright.request.newContext();
  const wrong = { ...VIEWER, password: 'not-the-password' };
  await expect(createSession(request, patron.url, wrong)).rejects.toThrow('was not signed in');
  await request.dispose();

  await signIn(page, '/teams/1/audit-log');
  await page.getByRole('link', { name: 'Security log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible();
  const log = page.getByRole('table', { name: 'Security log' });
  await expect(log.getByRole('row', { name: /Ada Marsh.*Signed in/ }).first()).toBeVisible();
  const failed = log.getByRole('row', { name: /Vera Lindqvist.*Failed sign-in/ });
  await expect(failed.first()).toBeVisible();
  await expectAccessibleAndResponsive(page);

  await test.step('filters are in the address', async () => {
    await (await openFilter(page, 'Event')).getByText('Failed attempts').click();
    await expect(log.getByText('Signed in', { exact: true })).toHaveCount(0);
    await page.reload();
    await expect(failed.first()).toBeVisible();
    await (await openFilter(page, 'Person')).getByText('Ada Marsh').click();
    await expect(page.getByRole('button', { name: 'Person Ada Marsh' })).toBeVisible();
    await expect(failed).toHaveCount(0);
    await page.goBack();
    await expect(failed.first()).toBeVisible();
  });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('sign_in.failure');
  expect(csv).not.toContain('sign_in.success');
  await page.getByRole('link', { name: 'Audit log' }).last().click();
  await expect(page.getByText('exported the security log').first()).toBeVisible();
});

test('a viewer reads who can help', async ({ page }) => {
  await signIn(page, '/teams/1/security-log', { as: VIEWER });
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible();
  await expect(page.getByText(ADMIN.email).or(page.getByText(/Ask .*Ada Marsh/))).toBeVisible();
});
