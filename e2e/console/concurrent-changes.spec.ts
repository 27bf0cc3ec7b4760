import { expect, test } from '../fixtures.ts';
import { createMember, deleteMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

test('leaving a form while it is being sent asks first, and the response does not reopen it', async ({
  page,
  patron,
}) => {
  await signIn(page, '/teams/1/boards');
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  const panel = page.getByRole('dialog', { name: 'Add domain' });
  await panel.getByLabel('Domain name').fill('late.patron.example');
  const boards = page.getByRole('heading', { level: 1, name: 'Boards' });
  await patron.whileStalled(async () => {
    await panel.getByRole('button', { name: 'Add domain' }).dblclick();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard the new domain?' });
    await expect(question).toContainText('already sent and may be saved anyway');
    await question.getByRole('button', { name: 'Discard', exact: true }).click();
    await main.getByRole('link', { name: 'Boards' }).click();
    await expect(boards).toBeVisible();
  });
  await expect(statusMessage(page, 'late.patron.example was added')).toBeVisible();
  await expect(boards).toBeVisible();
  await expect(page).toHaveURL(/\/teams\/1\/boards$/);
});

test('a member deleted by another user is reported by the form and the action', async ({
  page,
  request,
  patron,
}) => {
  const gone = /Someone else deleted this member\./;
  await createMember(request, patron.url, { member_id: 'E2E-GONE', first_name: 'Gone' });
  await signIn(page, '/teams/1/members/E2E-GONE/edit');
  const panel = page.getByRole('dialog', { name: 'Edit Gone' });
  await panel.getByLabel('Last name').fill('Typed');
  await deleteMember(request, patron.url, 'E2E-GONE');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText(gone);
  await expect(panel.getByLabel('Last name')).toHaveValue('Typed');

  await createMember(request, patron.url, { member_id: 'E2E-GONE', first_name: 'Gone' });
  await page.goto('/teams/1/members/E2E-GONE');
  await page.getByRole('button', { name: 'Actions for Gone' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await deleteMember(request, patron.url, 'E2E-GONE');
  await page.getByRole('button', { name: 'Block member' }).click();
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
});

test('a domain that another tab has deleted leaves the list with the second attempt', async ({
  page,
  context,
}) => {
  const name = 'gone.patron.example';
  await signIn(page, '/teams/1/domains/new');
  await page.getByLabel('Domain name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Actions for ${name}` }).waitFor();
  const other = await context.newPage();
  await other.goto('/teams/1/domains');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: `Actions for ${name}` }).click();
    await tab.getByRole('menuitem', { name: 'Delete' }).click();
  }
  const row = (tab: typeof page) => tab.getByText(name, { exact: true });
  await other.getByRole('button', { name: 'Delete domain' }).click();
  await expect(row(other)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete domain' }).click();
  await expect(page.getByRole('alert')).toContainText("The domain wasn't deleted");
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page)).toHaveCount(0);
});
