import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { confirmPassword } from '../support/factors.ts';
import { openFilter } from '../support/filters.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

test('people are searched, filtered by role and exported, and invitations are a group', async ({
  page,
}) => {
  await signIn(page, '/teams/1/people/invite');
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill('group@patron.test');
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await confirmPassword(page, ADMIN.password);
  await expect(statusMessage(page, 'group@patron.test')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pending invitations' })).toBeVisible();
  const people = page.getByRole('table', { name: 'People' });
  for (const name of ['Role', 'Last active', 'Second step', 'Joined']) {
    await expect(people.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  const ada = people.getByRole('row', { name: /Ada Marsh/ });
  await expect(ada).toContainText(/just now|ago/);
  await expectAccessibleAndResponsive(page);
  await page.getByRole('button', { name: 'Resend the invitation to group@patron.test' }).click();
  await expect(statusMessage(page, 'We sent a new invitation to group@patron.test')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search people' }).fill('lindqvist');
  await expect(ada).toHaveCount(0);
  await expect(people.getByRole('row', { name: /Vera Lindqvist/ })).toBeVisible();
  await expect(page).toHaveURL(/q=lindqvist/);
  await page.getByRole('searchbox', { name: 'Search people' }).fill('');
  await (await openFilter(page, 'Role')).getByText('Administrator').click();
  await expect(ada).toBeVisible();
  await expect(people.getByRole('row', { name: /Vera Lindqvist/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pending invitations' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^people-northwind-[\d-]{10}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^Ada Marsh,admin@patron.test,Administrator,,20/);
});
