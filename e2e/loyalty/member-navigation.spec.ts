import { expect, test } from '../fixtures.ts';
import { openPalette } from '../support/keyboard.ts';
import { signIn } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';

test('a member is found by either id from any page', async ({ page }) => {
  await signIn(page, '/teams/1/activities');
  await openPalette(page);
  await page.keyboard.type('M-000007');
  await expect(
    page.getByRole('option', { name: 'Open the member with the ID M-000007' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('M-000007').first()).toBeVisible();
  const internalId = await page
    .getByRole('region', { name: 'Details' })
    .getByText(/^[\da-f]{24}$/)
    .textContent();
  await page.goto(`${MEMBERS}/${internalId}`);
  await expect(page.getByText('M-000007').first()).toBeVisible();
});

test('the next member opens even after this one has left the list', async ({ page }) => {
  await signIn(page, `${MEMBERS}?tag=vip`);
  const links = page.getByRole('table').getByRole('link');
  await links.nth(1).waitFor();
  const names = await links.allTextContents();
  await links.first().click();
  await expect(page.getByRole('heading', { level: 1, name: names[0] ?? '' })).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${names[0]}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as opted out' }).click();
  await page.getByRole('button', { name: 'Mark as opted out' }).click();
  await expect(page.getByText('Opted out', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: names[1] ?? '' })).toBeVisible();
});

test("another team shows the members of that team's program", async ({ page }) => {
  await signIn(page, '/teams/2/members');
  await expect(page.getByText(/^1–100 of 2\d\d$/)).toBeVisible();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Points', exact: true })).toBeVisible();
});

test('J and K open the next and previous member, across pages too', async ({ page, patron }) => {
  await signIn(page, MEMBERS);
  const links = page.getByRole('table').getByRole('link');
  await expect(links).toHaveCount(100);
  const names = await links.allTextContents();
  const opening = page.context().waitForEvent('page');
  await links.first().click({ modifiers: ['ControlOrMeta'] });
  await (await opening).close();
  await links.nth(98).click();
  await expect(page.getByRole('heading', { level: 1, name: names[98] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: names[99] ?? '' })).toBeVisible();
  // The list had prefetched its next page: a reload forgets it.
  await page.reload();
  const next = page.getByRole('button', { name: 'Next member (J)' });
  await expect(next).toBeEnabled();
  await patron.whileStalled(async () => {
    await page.keyboard.press('j');
    await expect(next).toHaveAttribute('aria-busy', 'true');
  });
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(names[99] ?? '');
  await expect(page).toHaveURL(/from=101/);
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1, name: names[99] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
});

test('the paging bar covers no menu button of a row', async ({ page }) => {
  await signIn(page, MEMBERS);
  const menu = await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .boundingBox();
  const controls = page.locator('[data-menu] :is(button, select)');
  await expect(controls.last()).toBeVisible();
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(menu?.x ?? 0);
  }
});
