import { readFileSync } from 'node:fs';
import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { confirmPassword } from '../support/factors.ts';
import { openPalette, pressByTab } from '../support/keyboard.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { DESKTOP, PHONE } from '../support/viewports.ts';

const MEMBERS = '/teams/1/members';
const ALL = /^1–100 of (4,99|5,0\d)\d$/;

test('many members are selected, tagged and deleted', async ({ page, context }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  const box = (index: number) => boxes.nth(index);
  const everyBox = page.getByRole('checkbox', { name: 'Select all on this page' });

  await box(1).check();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(statusMessage(page, /^4 selected$/)).toBeVisible();
  await expect(box(3)).toBeChecked();
  await everyBox.check();
  await expect(statusMessage(page, /^100 selected$/)).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  await expect(page.getByText('100 on other pages')).toBeVisible();
  await page.getByRole('button', { name: /^Select all [45],\d{3} matching$/ }).click();
  await expect(statusMessage(page, /^[45],\d{3} selected$/)).toBeVisible();
  await box(0).uncheck();
  await expect(statusMessage(page, /^99 selected$/)).toBeVisible();

  // Another filter is another question.
  await page.getByRole('searchbox', { name: 'Search members' }).fill('deshpande');
  await expect(page.getByText(/^1–\d\d? of|^\d+ of/).first()).toBeVisible();
  await expect(statusMessage(page, /selected$/)).toHaveCount(0);
  for (const index of [0, 1, 2]) await box(index).check();
  const names = (await page.getByRole('table').getByRole('link').allTextContents()).slice(0, 3);
  await page.getByRole('button', { name: 'Add tags' }).click();
  const adding = page.getByRole('dialog', { name: 'Add tags to 3 members' });
  await adding.getByRole('button', { name: 'Add tags' }).click();
  await expect(adding.getByLabel('Tags')).toHaveAccessibleDescription(/Enter a tag/);
  await expect(adding.getByLabel('Tags')).toBeFocused();
  await adding.getByLabel('Tags').fill('on the list');
  await adding.getByRole('button', { name: 'Add tags' }).click();
  await expect(statusMessage(page, 'Added “on the list” to 3 members')).toBeVisible();
  await expect(statusMessage(page, /selected$/)).toHaveCount(0);

  await page.goto(`${MEMBERS}?tag=on the list`);
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(3);
  expect(await page.getByRole('table').getByRole('link').allTextContents()).toEqual(names.sort());
  await everyBox.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 3 members?' });
  for (const name of names)
    await expect(question).toContainText(new RegExp(`${name} \\(M-\\d+\\)`));
  // Another user was faster.
  const other = await context.newPage();
  await other.goto(page.url());
  await other
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await other.getByRole('menuitem', { name: 'Delete' }).click();
  await other.getByRole('button', { name: 'Delete member' }).click();
  await expect(statusMessage(other, 'was deleted')).toBeVisible();
  await other.close();
  await question.getByRole('button', { name: 'Delete 3 members' }).click();
  await expect(question.getByRole('alert')).toContainText('2 members match now, not 3');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await everyBox.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 2 members' }).click();
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();

  // A job is one entry in the audit log, which leads to its members.
  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  const started = log.getByRole('link', {
    name: 'Ada Marsh started “Delete members” for 2 members',
  });
  await expect(started.first()).toBeVisible();
  await expect(log.getByRole('row', { name: /\(job\)/ })).toHaveCount(0);
  await started.first().click();
  const entry = page.getByRole('dialog', { name: 'Started a job' });
  await entry.getByRole('link', { name: 'All 2 changes of this job' }).click();
  await expect(log.getByRole('row', { name: /Ada Marsh \(job\)/ })).toHaveCount(2);
  const deleted = log.getByRole('link', { name: / deleted the member / });
  await deleted.first().click();
  const change = page.getByRole('dialog', { name: 'Deleted a member' });
  await expect(change.getByRole('link', { name: 'Delete members' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the Item filter' }).click();
  await expect(log.getByRole('row', { name: /\(job\)/ })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No changes match' })).toBeVisible();
});

test('a change to all members updates its progress live and can be stopped', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: /^Select all [45],\d{3} matching$/ }).click();
  await page.getByRole('button', { name: 'Add tags' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add tags to [45],\d{3} members$/ });
  await dialog.getByLabel('Tags').fill('too many');
  const stream = page.waitForRequest(/\/teams\/1\/jobs\/stream$/);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await stream;

  const job = page.getByRole('region', { name: 'Add tags: too many' });
  // No toast covers it.
  await job.getByRole('button', { name: 'Stop' }).click({ trial: true, timeout: 3_000 });
  const progress = job.getByText(/^[1-9]\d* of [45],\d{3}/);
  await expect(progress).toBeVisible();
  const before = await progress.textContent();
  await expect(progress).not.toHaveText(before ?? '');
  await job.getByRole('button', { name: 'Stop' }).click();
  await expect(job.getByRole('status')).toHaveText('Stopped');
  await job.getByRole('button', { name: 'Dismiss' }).click();
  await expect(job).toHaveCount(0);
});

test('deleting many members takes their number and the password, and can be stopped', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 100 members?' });
  const confirm = question.getByRole('button', { name: 'Delete 100 members' });
  await expect(confirm).toHaveAccessibleDescription('Enter the number of members first');
  await question.getByLabel('Number of members').fill('10');
  await expect(confirm).toBeDisabled();
  await question.getByRole('button', { name: 'Export first' }).click();
  await expect(question.getByRole('status')).toContainText('The export has started');
  await question.getByLabel('Number of members').fill('100');
  await confirm.click();
  await confirmPassword(page, ADMIN.password);
  const job = page.getByRole('region', { name: 'Delete members' });
  await expect(job.getByText(/^Starts in [1-9]0? second/)).toBeVisible();
  await job.getByRole('button', { name: 'Stop' }).click();
  await expect(job.getByRole('status')).toHaveText('Stopped');

  await page.goto('/teams/1/jobs');
  const row = page.getByRole('row', { name: /^Deleted no members, then stopped/ }).first();
  await expect(row).toContainText('Stopped');
  await expect(page.getByRole('row', { name: /^Exported 100 members/ }).first()).toBeVisible();
});

test('points and tiers of many members are changed, and undone', async ({ page }) => {
  await signIn(page, `${MEMBERS}?q=vikram`);
  await expect(page.getByText(/of \d+$/).first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  const select = async () => {
    for (const index of [0, 1]) await boxes.nth(index).check();
  };
  await select();
  await page.getByRole('button', { name: 'Adjust points' }).click();
  const points = page.getByRole('dialog', { name: 'Adjust points of 2 members' });
  await points.getByRole('button', { name: 'Adjust points' }).click();
  await expect(points.getByLabel('Points for each member')).toBeFocused();
  await points.getByLabel('Points for each member').fill('1,250');
  await expect(points.getByText('Adds 2,500 points in all.')).toBeVisible();
  await points.getByLabel('Reason').fill('Late parcels');
  await points.getByRole('button', { name: 'Adjust points' }).click();
  const adjusted = statusMessage(page, 'Added 1,250 points to 2 members');
  await expect(adjusted).toBeVisible();

  await select();
  await page.getByRole('button', { name: 'Change tier' }).click();
  const tier = page.getByRole('dialog', { name: 'Change the tier of 2 members' });
  await tier.getByLabel('Tier').selectOption('Platinum');
  await tier.getByRole('button', { name: 'Change tier' }).click();
  await expect(statusMessage(page, 'Changed the tier of 2 members')).toBeVisible();
  const members = page.getByRole('table');
  for (const index of [1, 2]) {
    await expect(members.getByRole('row').nth(index)).toContainText('Platinum');
  }

  // Each has one entry, and its opposite after the undo.
  await members.getByRole('link').first().click();
  const history = page.getByRole('region', { name: 'Points history' });
  await expect(history.getByText('Late parcels')).toHaveCount(1);
  await expect(history.getByText('+1,250')).toBeVisible();
  await page.goto('/teams/1/jobs');
  await page
    .getByRole('row', { name: /^Added 1,250 points to 2 members/ })
    .getByRole('link')
    .click();
  await expect(page.getByText('“Late parcels”')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('link', { name: 'View its undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Undid “Adjust points by +1,250” for 2 members',
  );
  await page.goto(`${MEMBERS}?q=vikram`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(history.getByText('Undo: Late parcels')).toBeVisible();
  await expect(history.getByText('−1,250')).toBeVisible();
});

test('members are selected, changed and edited by keyboard', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.keyboard.press('/');
  await page.keyboard.type('rohan deshpande');
  const links = page.getByRole('table').getByRole('link');
  await expect(links.first()).toContainText(/^Rohan/);
  await expect(links.first().locator('mark')).toHaveText(['Rohan', 'Deshpande']);
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('Shift+X');
  await expect(statusMessage(page, /^3 selected$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(statusMessage(page, /selected$/)).toHaveCount(0);

  // The second key of a sequence is no shortcut of the row.
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: 'Email templates' })).toBeVisible();
  await page.goBack();
  await expect(links.nth(2)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeFocused();
  await page.keyboard.press('/');
  for (let key = 0; key < 3; key += 1) await page.keyboard.press('ArrowDown');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(links.nth(2)).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await pressByTab(page, page.getByRole('button', { name: 'Change status' }));
  const dialog = page.getByRole('dialog', { name: 'Change the status of 1 member' });
  await dialog.getByLabel('Status').selectOption('Opted out');
  await pressByTab(page, dialog.getByRole('button', { name: 'Change status' }));
  await expect(statusMessage(page, 'Changed the status of 1 member to opted out')).toBeVisible();
  await expect(page.getByRole('row', { name: /Opted out/ }).first()).toBeVisible();
});

test('a selection is accessible and exported, and viewers see why they cannot use it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, `${MEMBERS}?q=rohan deshpande`);
  await expect(page.getByText(/of \d+$/).first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page
    .getByRole('checkbox', { name: /^Select Rohan/ })
    .first()
    .check();
  await expectAccessibleAndResponsive(page);
  // Cards have no header, so the checkbox for all of them is above.
  const everyBox = page.getByRole('checkbox', { name: 'Select all on this page' });
  await everyBox.check();
  await expect(page.getByRole('row').getByRole('checkbox', { checked: false })).toHaveCount(0);
  await everyBox.uncheck();
  await expect(statusMessage(page, /selected$/)).toHaveCount(0);
  await page
    .getByRole('checkbox', { name: /^Select Rohan/ })
    .first()
    .check();
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export members' });
  const column = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  await dialog.getByLabel('Chosen').check();
  await expect(column('Member ID')).toBeDisabled();
  await dialog.getByLabel('Other tools').check();
  await expect(column('Points')).toBeChecked();
  await column('Phone').check();
  await column('Member ID').uncheck();
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = page.waitForEvent('download');
  await statusMessage(page, 'Exported 1 member').getByRole('button', { name: 'Download' }).click();
  const header = readFileSync(await (await file).path(), 'utf8').split('\r\n')[0];
  expect(header).toMatch(
    /^\ufefffirst_name,last_name,email_address,phone_number,.*available_points/,
  );
  expect(header).not.toContain('member_id');
  expect((await file).suggestedFilename()).toMatch(/^members-1-selected-[\d-]{10}\.csv$/);
  // The notification of the job says it too, and only once.
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const notification = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: 'Exported 1 member' });
  await expect(notification).not.toContainText('(unread)');
  await notification.getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Exported 1 member');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('link', { name: / started “Export members”/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'Export members' }).click();
  await expect(heading).toHaveText('Exported 1 member');

  await page.goto(`${MEMBERS}?q=rohan deshpande`);
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(statusMessage(page, /^Exported \d+ members?/)).toBeVisible();
  await page.goto('/teams/1/jobs');
  const job = page.getByRole('row', { name: /^Exported/ }).first();
  await expect(job).toContainText('Search: “rohan deshpande”');
  await expect(job).toContainText('Ada Marsh');
  await page.setViewportSize(PHONE);
  await expect(job.getByRole('time')).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await page.goto('/teams/1/jobs?from=51&cursor=999999');
  await expect(page.getByRole('button', { name: 'First page' })).toBeVisible();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const viewer = await context.newPage();
  await signIn(viewer, MEMBERS, { as: VIEWER });
  await expect(viewer.getByText(ALL)).toBeVisible();
  await viewer
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  for (const name of ['Add tags', 'Adjust points', 'Change tier', 'Delete', 'Export']) {
    const button = viewer.getByRole('button', { name, exact: true });
    await expect(button).toHaveAccessibleDescription(/can view but not change/);
  }
  await openPalette(viewer);
  await viewer.keyboard.type('delete M-000035');
  await expect(viewer.getByRole('option', { name: /^Delete Vikram/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await viewer.goto('/teams/1/jobs');
  await viewer.getByRole('button', { name: 'Actions for Export members' }).first().click();
  const download = viewer.getByRole('menuitem', { name: /^Download results/ });
  await expect(download).toContainText('Only people who can change members');
  await context.close();
});
