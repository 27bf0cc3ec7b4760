import { readFileSync, writeFileSync } from 'node:fs';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

const csv = (name: string, content: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

test('a file is mapped, checked, imported, and its failed rows are downloaded', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import members' })).toBeFocused();
  const field = page.getByLabel('CSV file');
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();

  await field.setInputFiles(csv('members.xlsx', 'PK\x03\x04'));
  await expect(page.getByRole('alert')).toContainText('This is a workbook, not a CSV file');
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  expect(readFileSync(await (await template).path(), 'utf8')).toMatch(
    /^\ufeffmember_id,first_name/,
  );

  await field.setInputFiles(
    csv(
      'members.csv',
      'Number;E-Mail;Vorname;Shoe size\nM-000001;;Zoë;42\nIMP-1;imp@example.test;Ida;36\nIMP-2;nowhere;Ivo;\n',
    ),
  );
  const memberId = page.getByLabel('Import Number as');
  await expect(page.getByLabel('Import E-Mail as')).toHaveValue('email_address');
  await expect(page.getByLabel('Import Vorname as')).toHaveValue('first_name');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose the column that has the member ID.');
  await memberId.selectOption('Member ID');
  await page.getByLabel('Import Shoe size as').selectOption('Custom attribute “Shoe size”');
  await page.getByRole('button', { name: 'Check file' }).click();

  await expect(page).toHaveURL(/\/members\/import\/\d+$/);
  const start = page.getByRole('button', { name: 'Import 2 members' });
  await expect(start).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows' });
  await expect(page.getByLabel('Member ID, row 4')).toHaveValue('IMP-2');
  await expect(page.getByLabel('Email, row 4')).toHaveValue('nowhere');
  await expect(rows.getByRole('cell', { name: '4', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Rows/ }).click();
  await page.getByRole('button', { name: 'Updates (1)' }).click();
  // A grid: one line for each member, whatever the file has.
  await expect(rows.getByRole('columnheader')).toHaveText([
    'Member ID',
    'Row',
    'First name',
    'Shoe size',
  ]);
  await expect(rows.getByRole('row').nth(1)).toContainText(/ → Zoë/);
  expect((await rows.getByRole('row').nth(1).boundingBox())?.height).toBeLessThan(48);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Rows/ }).click();
  await page.getByRole('button', { name: 'New members (1)' }).click();
  await expect(rows.getByRole('row').nth(1)).toContainText('imp@example.test');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Rows/ }).click();
  await page.getByRole('button', { name: 'Updates (1)' }).click();

  // The job is on the server.
  await page.reload();
  await expect(rows.getByRole('row').nth(1)).toContainText('Zoë');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await start.press('Enter');
  await expect(page.getByText('2 members imported.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('the import continues')).toHaveCount(0);
  const failed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 1 row with errors' }).click();
  expect(readFileSync(await (await failed).path(), 'utf8')).toBe(
    '\ufeffmember_id,email_address,first_name,custom_attributes.Shoe size,outcome,reason\r\n' +
      'IMP-2,nowhere,Ivo,,invalid,email_address: Enter an email address such as name@example.com\r\n',
  );

  // A finished import leads to its page, from the notifications and from the list of jobs.
  const importPage = new URL(page.url()).pathname;
  await page.goto('/teams/1/jobs');
  const job = page.getByRole('row', { name: /^Imported 2 members from members\.csv/ }).first();
  await expect(job).toContainText('1 invalid row');
  await job.getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Imported 2 members from members.csv');
  const jobRows = page.getByRole('table', { name: 'Rows of the job' });
  await expect(jobRows.getByRole('row', { name: /^Ida/ })).toContainText('Changed');
  await page.getByRole('link', { name: 'View file' }).click();
  await expect(page).toHaveURL(importPage);
  await page.goto('/teams/1/overview');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const notifications = page.getByRole('dialog', { name: 'Notifications' });
  await notifications.getByRole('link', { name: 'Imported 2 members' }).click();
  await expect(heading).toHaveText('Imported 2 members from members.csv');
  await page.goto(`${importPage}?show=create&from=51&cursor=0`);
  await expect(page.getByRole('button', { name: 'First page' })).toBeVisible();

  await page.getByRole('button', { name: /^Rows/ }).click();
  await page.getByRole('button', { name: 'New members (1)' }).click();
  await rows.getByRole('link', { name: 'IMP-1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida');
  await expect(page.getByText('Shoe size', { exact: true })).toBeVisible();
});

test('points and referrers are imported, and the points undone', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('button', { name: 'Import' }).click();
  const file = 'member_id,first_name,Points,points_adjustment,points_reason,gender\n';
  const rows = 'PTS-1,Ida,9,250,Welcome bonus,f\nPTS-2,Ivo,9,-50,,m\n';
  await page.getByLabel('CSV file').setInputFiles(csv('welcome.csv', file + rows));
  await expect(page.getByLabel('Import Points as')).toHaveAccessibleDescription(
    /Balances can't be imported/,
  );
  await page.getByLabel('Import points_reason as').selectOption("Don't import");
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter a reason for the points of all rows.');
  await expect(page.getByLabel('Reason for all rows')).toBeVisible();
  await page.getByLabel('Import points_reason as').selectOption('Reason for the points');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '250' })).toBeVisible();
  await expect(page.getByText(/^Not imported: gender\./)).toBeVisible();
  await expect(page.getByText('Enter why the points are adjusted')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await page.getByRole('button', { name: 'Undo points' }).click();
  await page
    .getByRole('alertdialog', { name: 'Undo the points of this import?' })
    .getByRole('button', { name: 'Undo points' })
    .click();
  await page.goto('/teams/1/jobs');
  await expect(
    page.getByRole('row', { name: /^Undid the points of an import for 1 member/ }),
  ).toBeVisible();
  await page.goto(`${MEMBERS}?q=PTS-1`);
  await page.getByRole('table').getByRole('link').first().click();
  const history = page.getByRole('region', { name: 'Points history' });
  await expect(history.getByText('Undo: Welcome bonus')).toBeVisible();
  await expect(history.getByText('+250')).toBeVisible();
});

test("a shop's export is recognized, and subscribes only who agreed", async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.goto(`${MEMBERS}/import`);
  const header =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Default Address Country Code,' +
    'Phone,Total Spent,Total Orders,Tax Exempt,Tags\n';
  const rows = [
    "'7012345678901,Ada,Berg,ada.berg@example.test,yes,Oslo,NO,'+4722334451,10.00,1,no,vip",
    `'7012345678902,Bo,Berg,bo.berg@example.test,no,Oslo,NO,'+4722334455,10.00,1,no,"vip, newsletter"`,
    `'7012345678903,Cy,Berg,cy.berg@example.test,,Oslo,NO,,0.00,0,no,`,
  ];
  await page.getByLabel('CSV file').setInputFiles(csv('customers.csv', header + rows.join('\n')));
  await expect(page.getByText('This looks like a Shopify customer export')).toBeVisible();
  await expect(page.getByText('9 of 12 columns matched')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Customer ID/ }).getByRole('listitem')).toHaveCount(
    3,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(
    page.getByText('1 subscribed, 1 not subscribed, 1 unknown (not subscribed).'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 members' }).click();
  await expect(page.getByText('3 members imported.')).toBeVisible();
  await page.goto(`${MEMBERS}/7012345678902`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Berg' })).toBeVisible();
  await expect(page.getByText('newsletter', { exact: true })).toBeVisible();
});

test('a file that changed has to be chosen again, and can be', async ({ page }) => {
  const file = test.info().outputPath('members.csv');
  writeFileSync(file, 'Number;Name\nAGAIN-1;Ida\n');
  await signIn(page, `${MEMBERS}/import`);
  const field = page.getByLabel('CSV file');
  const columns = page.getByRole('region', { name: 'Columns' });
  await field.setInputFiles(file);
  await page.getByLabel('Import Number as').selectOption('Member ID');
  writeFileSync(file, 'Number;Name\nAGAIN-1;Ida\nAGAIN-2;Ivo\n');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('alert')).toContainText('The file has changed');
  await expect(page.getByRole('alert')).toContainText('Choose it again');

  const choosing = page.waitForEvent('filechooser');
  await field.click();
  const chooser = await choosing;
  await expect(columns).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check file' })).toHaveAccessibleDescription(
    'Choose a file first',
  );
  await chooser.setFiles(file);
  await page.getByLabel('Import Number as').selectOption('Member ID');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 members' })).toBeVisible();
});

test("users who can't change members can't import", async ({ page }) => {
  await signIn(page, `${MEMBERS}/import`, { as: VIEWER });
  await expect(page.getByText("You can't import members")).toBeVisible();
  await expect(page.getByLabel('CSV file')).toHaveCount(0);
  await page.goto(`${MEMBERS}/import/999999`);
  await expect(page.getByText('Import not found')).toBeVisible();
});

test('an export that ends while a form is open is downloaded over the form', async ({ page }) => {
  await signIn(page, `${MEMBERS}?q=rohan deshpande`);
  await expect(page.getByText(/of \d+$/).first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const isFormOpen = Promise.withResolvers<void>();
  await page.route(/\/jobs\/(\d+|stream)$/, async (route) => {
    await isFormOpen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export members' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add member' }).click();
  const form = page.getByRole('dialog', { name: 'Add member' });
  await form.getByLabel('First name').fill('Jo');
  isFormOpen.resolve();
  const ready = statusMessage(page, /^Exported \d+ members?/);
  await expect(ready).toBeVisible();
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await ready.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toMatch(/^members-search-/);
  await expect(ready).toHaveCount(0);
  await expect(form.getByLabel('First name')).toHaveValue('Jo');
});

test("a spreadsheet's own file is read: its first line, its encoding and its dates", async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}/import`);
  const content = 'sep=;\r\nmember_id;first_name;birthdate\r\nLATIN-1;Zoë;2/9/1990\r\n';
  await page.getByLabel('CSV file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content, 'latin1'),
  });
  await expect(page.getByText('was read as Windows-1252')).toContainText('Zoë');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByText('2/9/1990 can be read both ways.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Day first' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.goto(`${MEMBERS}/LATIN-1`);
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë' })).toBeVisible();
  await expect(page.getByText('Sep 2, 1990')).toBeVisible();
});

test('a file that is dropped beside the drop area is taken', async ({ page }) => {
  await signIn(page, `${MEMBERS}/import`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByLabel('CSV file')).toBeVisible();
  const wasCaught = await heading.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['member_id\nA-1\n'], 'dropped.csv', { type: 'text/csv' }));
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
    return !element.dispatchEvent(drop);
  });
  expect(wasCaught).toBe(true);
  const file = page.getByLabel('CSV file');
  await expect
    .poll(() => file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name))
    .toBe('dropped.csv');
});
