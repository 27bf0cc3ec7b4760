import { expect, IS_FULL_RUN, test } from '../../fixtures.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { signIn } from '../../support/sign-in.ts';

test('a row opens with a click anywhere in it, and Back returns to it', async ({ page }) => {
  await signIn(page, '/teams/1/members');
  const table = page.getByRole('table', { name: 'Members' });
  const row = table.getByRole('row').nth(40);
  const link = row.getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await row.getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();

  // Column names and the pager stay in sight.
  await expect(table.getByRole('columnheader').first()).toBeInViewport();
  await expect(page.getByLabel('Rows per page')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Previous page' })).toHaveAccessibleDescription(
    'This is the first page',
  );
  await page.getByLabel('Rows per page').selectOption('250');
  await expect(page.getByText(/^1–250 of 4,\d{3}$/)).toBeInViewport();
  await expectAccessible(page);
});

test('a shared link says what of it cannot be read, and leads to the first page', async ({
  page,
}) => {
  await signIn(page, '/teams/1/members');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  // As in a tab that knows the address only.
  await page.evaluate(() => history.replaceState(null, ''));
  await page.reload();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByText(/^1–100 of/)).toBeVisible();

  const notice = (text: string) => page.getByRole('region', { name: text });
  await page.goto('/teams/1/members?enrolled=on:2026-11-22&status=blocked');
  await expect(notice("Part of this link couldn't be read: enrolled")).toBeVisible();
  await page.goto('/teams/1/accounts?size=none&sort=name');
  await expect(notice("Part of this link couldn't be read: size")).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(notice("Part of this link couldn't be read: size")).toHaveCount(0);

  await page.goto('/teams/1/accounts/999999');
  const missing = page.getByRole('alert');
  await expect(missing).toContainText('Account not found');
  await expect(missing.getByText('Request')).toHaveCount(0);
});

test('a search keeps every letter, however fast they come', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/activities');
  const search = page.getByRole('searchbox', { name: 'Search activities' });
  await expect(search).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const delay of [20, 150, 165, 180, 200]) {
    await search.pressSequentially('photo review', { delay });
    await expect(search).toHaveValue('photo review');
    await expect(page).toHaveURL(/\?q=photo\+review$/);
    await page.getByRole('link', { name: 'Activities', exact: true }).click();
    await expect(search).toHaveValue('');
  }
});

test('a list that fits on one page has no pager', async ({ page }) => {
  await signIn(page, '/teams/1/boards');
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  for (const name of ['Previous page', 'Next page']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByLabel('Rows per page')).toHaveCount(0);
});
