import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';

test('the API inspector lists the requests of a page, explains failures and copies curl', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, '/teams/1/members/nobody-here');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Help', exact: true });
  await menu.click();
  const opening = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'API reference' }).click();
  const reference = await opening;
  await expect(reference).toHaveURL(/\/docs/);
  await reference.close();
  await menu.click();
  await page.getByRole('menuitem', { name: 'API inspector' }).click();
  const inspector = page.getByRole('dialog', { name: 'API inspector' });
  const failed = inspector
    .getByRole('listitem')
    .filter({ hasText: '/members/nobody-here' })
    .first();
  await expect(failed).toContainText('400');
  await failed.locator('summary').click();
  await expect(failed).toContainText('Request ID');
  await expect(failed).toContainText('There is no such member');
  await expectAccessible(page);

  await failed.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(failed.getByText('Copied')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/^curl 'http.+\/members\/nobody-here.*'/);
  expect(command).toContain('"Authorization: Bearer $ACCESS_TOKEN"');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Boards' }).click();
  await expect(page.getByRole('table', { name: 'Boards' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('inspector');
  await page.keyboard.press('Enter');
  await expect(inspector.getByText(/\/v2\/teams\/1\/boards/).first()).toBeVisible();
  await expect(inspector.getByText('/members/nobody-here').first()).toBeVisible();
});
