import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessibleAndResponsive } from '../../support/accessibility.ts';
import { signIn } from '../../support/sign-in.ts';
import { statusMessage } from '../../support/status-message.ts';
import { DESKTOP, PHONE } from '../../support/viewports.ts';

const MEMBERS = '/teams/1/members?q=deshpande';

test('the page of a job has its result, why members were skipped, and their values', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const addTag = async (count: number) => {
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('spring sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
  };
  await addTag(1);
  await expect(statusMessage(page, 'Added “spring sale” to 1 member')).toBeVisible();
  await page.goto(MEMBERS);
  await expect(boxes.first()).toBeVisible();
  await addTag(3);
  const sentence = 'Added “spring sale” to 2 members; 1 had it already';
  await expect(statusMessage(page, sentence)).toBeVisible();

  // Nothing failed, so nothing needs attention and nothing can be retried.
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(`^${sentence}`) });
  await expect(row).toContainText('Done, 1 skipped');
  await expect(page.getByRole('rowheader', { name: 'Needs you' })).toHaveCount(0);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence);
  await expect(page).toHaveTitle(/^Added “spring sale” to 2 members/);
  await expect(page.getByText('Started by Ada Marsh')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reasons' })).toHaveText(
    '1 skipped: Has the tag already',
  );
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  const rows = page.getByRole('table', { name: 'Rows of the job' });
  await expect(rows.getByRole('row')).toHaveCount(4);
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('button', { name: /^Result/ }).click();
  await page.getByRole('button', { name: 'Changed (2)' }).click();
  await expect(rows.getByRole('row')).toHaveCount(3);
  await expect(rows.getByRole('row').nth(1)).toContainText(/Tags .*spring sale/);
  await page.reload();
  await expect(rows.getByRole('row')).toHaveCount(3);
  await rows.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Deshpande');
  await page.goBack();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('link', { name: 'View its undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Undid “Add tags: spring sale” for 2 members',
  );
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('members with too few points are skipped, without an undo or an alarm', async ({ page }) => {
  await signIn(page, MEMBERS);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  for (const index of [0, 1]) await boxes.nth(index).check();
  await page.getByRole('button', { name: 'Adjust points' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust points of 2 members' });
  await dialog.getByLabel('Points for each member').fill('-900000000');
  await dialog.getByLabel('Reason').fill('Audit');
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  const message = statusMessage(page, 'Deducted 900,000,000 points from no members; 2 had too few');
  await expect(message.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(message).toBeVisible();
  await page.goto('/teams/1/jobs');
  const sentence = /^Deducted 900,000,000 points from no members; 2 had too few/;
  await page.getByRole('row', { name: sentence }).getByRole('link').click();
  const rows = page.getByRole('table', { name: 'Rows of the job' });
  await expect(rows.getByText('Too few points')).toHaveCount(2);
  await page.goto('/teams/1/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('had failures in the last 7 days')).toHaveCount(0);

  // Every job keeps its sentence and its status on a phone.
  await page.setViewportSize(PHONE);
  await page.goto('/teams/1/jobs');
  const row = page.getByRole('row', { name: /^Deducted 900,000,000 points/ });
  await expect(row).toContainText('Done, 2 skipped');
  await expectAccessibleAndResponsive(page);
});
