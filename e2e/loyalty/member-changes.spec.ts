import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createMember, updateMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

test('changes of a member are listed, and undone unless someone changed the value since', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'UNDO-1', first_name: 'Ina' });
  await signIn(page, `${MEMBERS}/UNDO-1`);
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await expect(changes).toContainText('Added a member');
  await expect(changes.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Ina' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('button', { name: 'Block member' }).click();
  await expect(changes.getByRole('listitem').first()).toContainText(
    /Status Active → Blocked.*Ada Marsh/,
  );

  await changes.getByRole('button', { name: /^Undo.*Status/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Undo the change to Ina?' });
  await expect(dialog).toContainText('Blocked → Active');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo change' }).click();
  await expect(statusMessage(page, 'The change to Ina was undone')).toBeVisible();
  await expect(changes.getByRole('listitem').first()).toContainText('Status Blocked → Active');
  await expect(page.getByText('Blocked', { exact: true })).toHaveCount(0);

  await changes
    .getByRole('listitem')
    .filter({ hasText: /Status Blocked → Active.*Undone by Ada Marsh/ })
    .getByRole('button', { name: /^Undo.*Status/ })
    .click();
  await updateMember(request, patron.url, 'UNDO-1', { member_status: 'opted_out' });
  await dialog.getByRole('button', { name: 'Undo change' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Status is now Opted out');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Only the last change of the status can be undone: the others have been changed since.
  await expect(changes.getByRole('button', { name: /^Undo/ })).toHaveCount(1);
  await expect(changes.getByRole('listitem').first().getByRole('button')).toHaveCount(1);

  await changes.getByRole('link', { name: 'in the audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  // The header, the day and four changes.
  await expect(log.getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Item Ina' })).toBeVisible();
  await log.getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ina' }).click();
  await expect(page).toHaveURL(/members\/UNDO-1$/);
});
