import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const DOMAINS = '/teams/1/domains';

test('an added domain becomes valid without a reload', async ({ page }) => {
  await signIn(page, DOMAINS);
  await expect(page).toHaveTitle(/^Domains/);
  await expect(page.getByRole('row', { name: /www\.patron\.test/ })).toContainText('Valid');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add domain' }).click();
  const panel = page.getByRole('dialog', { name: 'Add domain' });
  const name = panel.getByLabel('Domain name');
  await expect(name).toBeFocused();
  // This deployment doesn't say which ones there are to set.
  await expect(name).not.toHaveAccessibleDescription(/DNS records/);
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Enter a domain name/);
  await name.fill('*.patron.test');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/wildcards are not supported/);
  await name.fill('www.patron.test');
  await name.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expectAccessible(page);

  await name.fill('https://Autumn.Patron.Test/path?a=1');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await name.blur();
  await expect(name).toHaveValue('Autumn.Patron.Test');
  await expect(name).toHaveAccessibleDescription(/kept only the domain of/);
  await expect(page).toHaveTitle('Add domain · Domains · Patron');
  await name.press('Enter');
  await expect(panel).toHaveCount(0);
  const row = page.getByRole('row', { name: /autumn\.patron\.test/ });
  await expect(row).toContainText('Pending');
  // In a hidden tab the title says it, and the toast waits.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  });
  await expect(page).toHaveTitle(/^autumn\.patron\.test is live · /, { timeout: 20_000 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveTitle(/^Domains/);
  await expect(row).toContainText('Valid');
  await statusMessage(page, 'autumn.patron.test is live')
    .getByRole('button', { name: 'View' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('autumn.patron.test');
});

test('an internationalized domain is shown in Unicode with its ASCII name', async ({ page }) => {
  await signIn(page, DOMAINS);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByLabel('Domain name').fill('Bücher.Patron.Test');
  await page.keyboard.press('Enter');
  const added = statusMessage(page, 'was added');
  await expect(added).toContainText('bücher.patron.test (xn--bcher-kva.patron.test)');
  const row = page.getByRole('row', { name: /bücher\.patron\.test xn--bcher-kva\.patron\.test/ });
  await expect(row).toContainText('Valid', { timeout: 20_000 });
  await expectAccessible(page);
  await row.getByRole('link').click();
  const displayName = 'bücher.patron.test (xn--bcher-kva.patron.test)';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayName);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.goBack();

  await row.getByRole('button', { name: `Actions for ${displayName}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog', { name: `Delete ${displayName}?` });
  await expect(confirm).toContainText('No experiences are published on this domain.');
  await expect(confirm).not.toContainText('Experiences are kept');
  await confirm.getByRole('button', { name: 'Delete domain' }).click();
  await expect(row).toHaveCount(0);
});

test('the default experience is validated, set and cleared', async ({ page }) => {
  await signIn(page, DOMAINS);
  const row = page.getByRole('row', { name: /members\.patron\.test/ });
  await expect(row).toContainText('No default experience');
  const actions = row.getByRole('button', { name: 'Actions for members.patron.test' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  const panel = page.getByRole('dialog', { name: 'Set default experience' });
  const select = panel.getByLabel('Default experience');
  await select.selectOption('Other (enter ID)');
  await panel.getByLabel('Experience ID').fill('one');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Experience ID')).toHaveAccessibleDescription(/whole number/);
  await panel.getByLabel('Experience ID').fill('999999');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Experience ID')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  await select.selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toHaveCount(0);
  await expect(row).not.toContainText('No default experience');
  const changed = statusMessage(page, 'is now the default experience of members.patron.test');
  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect(
    statusMessage(page, 'Default experience removed from members.patron.test'),
  ).toBeVisible();
  await expect(row).toContainText('No default experience');

  await actions.click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  await select.selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('No default experience');

  await actions.click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  await select.selectOption('None');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('No default experience');

  await row.getByRole('link').click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: /^Undo/ }).first().click();
  const undo = page.getByRole('alertdialog', { name: 'Undo the change to members.patron.test?' });
  await expect(undo).toContainText(/none → \w+/);
  await undo.getByRole('button', { name: 'Undo change' }).click();
  const undone = statusMessage(page, 'The change to members.patron.test was undone');
  await undone.getByRole('button', { name: 'Dismiss' }).click();
  // Not before the changes were read again: what was undone can't be undone twice.
  await changes.getByRole('button', { name: /^Undo/ }).last().click();
  await expect(undo).toContainText(/ → none/);
  await undo.getByRole('button', { name: 'Undo change' }).click();
  await expect(undone).toBeVisible();
  await expect(page.getByRole('region', { name: 'Default experience' })).toContainText('None');
});

test('deleting a domain names what goes offline, and what Patron cannot know', async ({ page }) => {
  await signIn(page, DOMAINS);
  const row = page.getByRole('row', { name: /win\.patron\.test/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete win.patron.test?' });
  await expect(confirm).toContainText('3 experiences go offline');
  await expect(confirm.getByRole('listitem')).toHaveText([
    'Cook it outdoors /recipes',
    'Hear it first /newsletter',
    'Show us your trail /trail-photos',
  ]);
  await expect(confirm).toContainText('QR codes');
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Set default experience' }).click();
  await page.getByLabel('Default experience', { exact: true }).selectOption('None');
  await page.getByRole('button', { name: 'Save' }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await row.getByRole('link').click();
  const failed: string[] = [];
  page.on('response', (response) => {
    if (!response.ok()) failed.push(response.url());
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('win.patron.test');
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm.getByRole('button', { name: 'Delete domain' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Domains');
  await expect(row).toHaveCount(0);
  await expect(undo).toHaveCount(0);
  expect(failed).toEqual([]);
});

test('users with read access see why actions are disabled', async ({ page }) => {
  await signIn(page, DOMAINS, { as: VIEWER });
  await expect(page.getByRole('button', { name: 'Add domain' })).toHaveAccessibleDescription(
    /can view but not change domains/,
  );
});

test('the page of a live domain shows its certificate and its default experience', async ({
  page,
}) => {
  await signIn(page, DOMAINS);
  const link = page.getByRole('link', { name: 'www.patron.test' });
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('www.patron.test');
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText(
    /Issued by .+, valid until/,
  );
  const experience = page.getByRole('region', { name: 'Default experience' });
  await expect(experience).toContainText('Win a summer outdoors');
  await expect(experience).toContainText('English');
  await experience.getByText('Settings').click();
  await expect(experience).toContainText(/Largest image\s*10 MB/);
  await expect(experience).toContainText('Google Tag Manager');
  await expect(
    experience.getByRole('link', { name: /^https:\/\/www\.patron\.test\// }),
  ).toHaveAttribute('rel', /noreferrer/);
  await experience.getByText('Raw JSON').first().click();
  await expect(experience).toContainText('"sectionType": "hero"');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Set default experience' }).click();
  await expect(page.getByRole('combobox', { name: 'Default experience' })).toHaveValue(/^\d+$/);
  await page.goBack();
  await expect(experience).toBeVisible();
  await expectAccessibleAndResponsive(page);
  // Where the setup had its page before.
  await page.goto(`${new URL(page.url()).pathname}/setup`);
  await expect(page).toHaveURL(/\/domains\/\d+$/);

  await page.goto(`${DOMAINS}/999`);
  await expect(page.getByRole('alert')).toContainText('Domain not found');
  await page.getByRole('link', { name: 'See all domains' }).click();
  await expect(page).toHaveURL(DOMAINS);
});
