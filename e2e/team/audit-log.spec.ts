import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { confirmPassword } from '../support/factors.ts';
import { openFilter } from '../support/filters.ts';
import { createMember, updateMember } from '../support/loyalty.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

/** The entry, its undo, and the password. */
const CLICKS = 3;

test('who changed a role is found and undone in three clicks', async ({ page }) => {
  await signIn(page, '/teams/1/people');
  const people = page.getByRole('table', { name: 'People' });
  const vera = people.getByRole('row', { name: VIEWER.email });
  const setRole = async (role: string) => {
    await page.getByRole('button', { name: 'Actions for Vera Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('combobox', { name: 'Role' }).selectOption(role);
    await page.getByRole('button', { name: 'Change role' }).click();
  };
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" });
  await setRole('Administrator');
  await confirm.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(vera).toContainText('Administrator');

  await page.goto('/teams/1/audit-log');
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('columnheader', { name: 'Today' })).toBeVisible();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(
    log
      .getByRole('link', {
        name: 'Ada Marsh changed the role of Vera Lindqvist from Viewer to Administrator',
      })
      .first(),
  );
  const entry = page.getByRole('dialog', { name: 'Changed a role' });
  await expect(entry.getByRole('region', { name: 'Undo' })).toContainText('Administrator → Viewer');
  await expectAccessibleAndResponsive(page);
  await click(entry.getByRole('button', { name: 'Undo this change' }));
  await confirm.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await click(confirm.getByRole('button', { name: 'Confirm' }));
  await expect(statusMessage(page, 'The change to Vera Lindqvist was undone')).toBeVisible();
  expect(clicks).toBe(CLICKS);
  await page.keyboard.press('Escape');
  const undoing = log.getByRole('link', {
    name: 'Ada Marsh undid the change of the role of Vera Lindqvist from Viewer to Administrator',
  });
  await expect(undoing.first()).toBeVisible();

  await test.step('the entry says who undid it, also after a reload', async () => {
    const changed = log.getByRole('link', {
      name: /^Ada Marsh changed the role of Vera Lindqvist from Viewer to Administrator$/,
    });
    await changed.first().click();
    await page.reload();
    const undo = entry.getByRole('region', { name: 'Undo' });
    await expect(undo).toContainText(/Undone by Ada Marsh, \d/);
    await expect(undo.getByRole('button')).toHaveCount(0);
    await undo.getByRole('link').click();
    await expect(entry).toContainText('Ada Marsh undid the change of the role');
    await entry.getByRole('link', { name: 'An earlier change' }).click();
    await expect(undo).toContainText('Undone by Ada Marsh');
    await page.keyboard.press('Escape');
  });

  await test.step('an undo is offered only while the value is still there', async () => {
    await page.goto('/teams/1/people');
    for (const role of ['Administrator', 'Viewer']) {
      await setRole(role);
      if (role === 'Administrator') await confirmPassword(page, ADMIN.password);
      await expect(vera).toContainText(role);
    }
    await page.goto('/teams/1/audit-log');
    await log
      .getByRole('link', { name: /changed the role of Vera Lindqvist from Viewer to/ })
      .first()
      .click();
    const undo = entry.getByRole('region', { name: 'Undo' });
    await expect(undo).toContainText('The role of Vera Lindqvist is now Viewer.');
    await expect(undo.getByRole('button')).toHaveCount(0);
  });
});

test('a change of a member is undone in its entry, and others say why they are not', async ({
  page,
  request,
  patron,
}) => {
  // No other test has a member of this name.
  await createMember(request, patron.url, { member_id: 'AUDIT-1', first_name: 'Idalia' });
  await signIn(page, '/teams/1/overview');
  await updateMember(request, patron.url, 'AUDIT-1', { first_name: 'Ilse', member_tags: ['vip'] });
  await updateMember(request, patron.url, 'AUDIT-1', { member_status: 'blocked' });
  await page.goto('/teams/1/audit-log');
  await page.getByRole('searchbox', { name: 'Search' }).fill('AUDIT-1');
  await expect(page).toHaveURL(/q=AUDIT-1/);
  const log = page.getByRole('table', { name: 'Audit log' });
  await log
    .getByRole('link', { name: / changed the status of Ilse from Active to Blocked$/ })
    .click();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await expect(statusMessage(page, 'The change to Ilse was undone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    log.getByRole('link', {
      name: 'Ada Marsh undid the change of the status of Ilse from Active to Blocked',
    }),
  ).toBeVisible();

  await log.getByRole('link', { name: / added the member Idalia$/ }).click();
  const entry = page.getByRole('dialog');
  await expect(entry).toContainText('To undo this, delete the member on their page.');
  await expect(entry.getByRole('link', { name: 'their page' })).toHaveAttribute('href', /members/);
  await expect(entry.getByRole('button', { name: 'Undo this change' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // All items of a type are one filter; one item is chosen in its entry.
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(page).not.toHaveURL(/q=/);
  await createMember(request, patron.url, { member_id: 'AUDIT-2', first_name: 'Idalia' });
  await page.reload();
  for (const id of ['AUDIT-1', 'AUDIT-2'])
    await expect(log.getByRole('link', { name: ` added the member Idalia · ${id}` })).toBeVisible();
  await (await openFilter(page, 'Item')).getByText('Accounts').click();
  await expect(page.getByText('No changes match').or(log)).toBeVisible();
  await expect(log.getByRole('link', { name: /Ilse/ })).toHaveCount(0);
});
