import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

test('tags are removed from all members that match a filter', async ({ page }) => {
  await signIn(page, `${MEMBERS}?q=deshpande`);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  await page.getByRole('dialog').getByLabel('Tags').fill('to be removed');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
  await expect(statusMessage(page, 'Added “to be removed” to 2 members')).toBeVisible();

  await page.goto(`${MEMBERS}?tag=to be removed&sort=-points`);
  await boxes.first().check();
  await page.getByRole('button', { name: 'Select all 2 matching' }).click();
  await page.getByRole('button', { name: 'Remove tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove tags from 2 members' });
  const used = dialog.getByRole('group', { name: 'Used by these members' });
  await used.getByRole('button', { name: 'to be removed', exact: true }).click();
  await expectAccessibleAndResponsive(page);
  await dialog.getByRole('button', { name: 'Remove tags' }).click();
  await expect(statusMessage(page, 'Removed “to be removed” from 2 members')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();
});

test('a change of many members is undone from its message, and on the jobs page', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}?q=deshpande`);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const addTag = async (tag: string) => {
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill(tag);
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await expect(statusMessage(page, `Added “${tag}” to 2 members`)).toBeVisible();
  };
  const expectUntagged = async (tag: string) => {
    await page.goto(`${MEMBERS}?tag=${tag}`);
    await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();
  };
  await addTag('a mistake');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(statusMessage(page, 'Undid “Add tags: a mistake” for 2 members')).toBeVisible();
  await expectUntagged('a mistake');

  await page.goBack();
  await addTag('another mistake');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  const row = page.getByRole('row', { name: /^Added “another mistake” to 2 members/ });
  const menu = page.getByRole('button', { name: 'Actions for Add tags: another mistake' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Undo “Add tags: another mistake”?' });
  await expectAccessibleAndResponsive(page);
  await dialog.getByRole('button', { name: 'Undo change' }).click();
  const undo = page.getByRole('row', { name: /^Undid “Add tags: another mistake” for 2 members/ });
  await expect(undo.getByText('Done', { exact: true })).toBeVisible();
  await expect(row.getByText('Undone', { exact: true })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Download results' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectUntagged('another mistake');
});
