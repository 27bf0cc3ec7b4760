import { expect, expectAccessible, test } from './fixtures.ts';
import { signIn, VIEWER } from './support/sign-in.ts';

const DOMAINS = '/teams/1/domains';

test('a domain is added and seen to become valid without a reload', async ({ page }) => {
  await signIn(page, undefined, DOMAINS);
  await expect(page).toHaveTitle(/^Domains/);
  await expect(page.getByRole('row', { name: /www\.patron\.test/ })).toContainText('Valid');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add domain' }).click();
  const panel = page.getByRole('dialog', { name: 'Add domain' });
  const name = panel.getByLabel('Domain name');
  await expect(name).toBeFocused();
  await name.fill('https://autumn.patron.test/');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/host name such as/);
  await name.fill('www.patron.test');
  await name.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expectAccessible(page);

  await name.fill('Autumn.Patron.Test');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await name.press('Enter');
  await expect(panel).toHaveCount(0);
  const row = page.getByRole('row', { name: /autumn\.patron\.test/ });
  await expect(row).toContainText('Valid', { timeout: 20_000 });
});

test('the default experience is set, refused by its field, and cleared', async ({ page }) => {
  await signIn(page, undefined, DOMAINS);
  const row = page.getByRole('row', { name: /members\.patron\.test/ });
  await expect(row).toContainText('No default experience');
  const actions = row.getByRole('button', { name: 'Actions for members.patron.test' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  const panel = page.getByRole('dialog', { name: 'Set default experience' });
  const choice = panel.getByLabel('Default experience');
  await choice.selectOption('Another, by its ID');
  await panel.getByLabel('Experience ID').fill('one');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Experience ID')).toHaveAccessibleDescription(/whole number/);
  await panel.getByLabel('Experience ID').fill('999999');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Experience ID')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  await choice.selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toHaveCount(0);
  await expect(row).not.toContainText('No default experience');

  await actions.click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  await choice.selectOption('None');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('No default experience');
});

test('deleting names the experience that detaches', async ({ page }) => {
  await signIn(page, undefined, DOMAINS);
  const row = page.getByRole('row', { name: /win\.patron\.test/ });
  const experience = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete win.patron.test?' });
  await expect(confirm).toContainText(experience);
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirm.getByRole('button', { name: 'Delete domain' }).click();
  await expect(row).toHaveCount(0);
});

test('who only reads is told why, and a service that is gone is told with a way on', async ({
  page,
  patron,
}) => {
  await signIn(page, VIEWER, DOMAINS);
  await expect(page.getByRole('button', { name: 'Add domain' })).toHaveAccessibleDescription(
    /domains:write/,
  );
  await page.getByRole('link', { name: 'Email templates' }).click();
  await expect(page.getByRole('table', { name: 'Email templates' })).toBeVisible();
  await page.getByRole('link', { name: 'Boards' }).hover();
  await patron.kill();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('alert')).toContainText("couldn't be read", { timeout: 20_000 });
  await expectAccessible(page);
  await patron.restart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
});

test('boards tell their feeds and accounts, templates whatever they have', async ({ page }) => {
  await signIn(page, undefined, '/teams/1/boards');
  const boards = page.getByRole('table', { name: 'Boards' });
  await boards.getByRole('link').first().waitFor();
  await expectAccessible(page);
  await boards.getByRole('link').first().click();
  const board = page.getByRole('dialog');
  await expect(board.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(board).toHaveCount(0);

  await page.getByRole('link', { name: 'Email templates' }).click();
  const templates = page.getByRole('table', { name: 'Email templates' });
  await templates.getByRole('link').first().waitFor();
  await expectAccessible(page);
  await templates.getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByText('Subject')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
