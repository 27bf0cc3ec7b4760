import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createMember } from '../support/loyalty.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { earn } from '../support/webhooks.ts';

test('a member is read, downloaded and erased, with a receipt', async ({
  page,
  request,
  patron,
}) => {
  const member = { member_id: 'ERASE-1', first_name: 'Zuzanna', last_name: 'Quill' };
  await createMember(request, patron.url, member);
  await earn(request, patron.url, member.member_id, 3);
  const attributes = JSON.stringify({ friend: 'Came with ERASE-1', other: 'ERASE-10' });
  await createMember(request, patron.url, {
    member_id: 'ERASE-10',
    custom_attributes: attributes,
  });
  await signIn(page, '/teams/1/members/ERASE-1');
  await page.getByRole('button', { name: 'Actions for Zuzanna Quill' }).click();
  await page.getByRole('menuitem', { name: 'Personal data' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Zuzanna Quill: everything we keep' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Person' })).toContainText('Zuzanna');
  const purchases = page.getByRole('region', { name: 'Balance and purchases' });
  await expect(purchases).toContainText(/Last purchase\w{3} \d+, \d{4}/);
  // What is not opened is not seen.
  await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}| ago/, {
    useInnerText: true,
  });
  const points = page.getByRole('region', { name: 'Points history' });
  await expect(points).toContainText(/\d entr(y|ies)/);
  await expect(points.getByRole('row').nth(1)).toContainText(/Earned\+\d/);
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Added a member');
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
  expect(file.sections.profile[0]).toMatchObject({ first_name: 'Zuzanna' });

  const mentions = page.getByRole('region', { name: 'Mentions elsewhere' });
  const link = mentions.getByRole('link', { name: 'Attribute of another member' });
  // Mentions are found in the directory, which learns of a new member a moment later.
  await expect(async () => {
    await page.reload();
    const href = '/teams/1/members/ERASE-10';
    await expect(link).toHaveAttribute('href', href, { timeout: 5_000 });
  }).toPass();
  await expect(mentions.getByRole('listitem')).toHaveCount(2);
  await mentions.getByRole('button', { name: 'Remove text' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Remove this text?' });
  await expect(question).toContainText('“Came with ERASE-1”');
  await question.getByRole('button', { name: 'Remove text' }).click();
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" });
  await confirm.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(mentions.getByRole('link')).toHaveText(['Audit log']);
  await expectAccessible(page);

  const danger = page.getByRole('region', { name: 'Erase Zuzanna Quill' });
  await expect(danger).toContainText(/What goes.*Profile/);
  await expect(danger).toContainText(/What stays.*Mentions elsewhere, until you remove them/);
  await danger.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Erase Zuzanna Quill?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Erase member' }).click();
  await expect(page.getByText('Zuzanna Quill was erased.')).toBeVisible({ timeout: 30_000 });
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('1 entry erased');
  await expect(receipt).toContainText('Mentions elsewhere1 text kept');
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText('Nothing is kept about this member')).toBeVisible();
  await page.goto('/teams/1/members?q=ERASE-1');
  await expect(page.getByText('Zuzanna')).toHaveCount(0);
});
