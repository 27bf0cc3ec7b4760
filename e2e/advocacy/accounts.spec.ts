import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { accountRow } from '../support/connect.ts';
import { openFilter } from '../support/filters.ts';
import { ADMIN, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';

const ACCOUNTS = '/teams/1/accounts';

test('page, sort order and filters are in the URL and survive reload and Back', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  await expect(page).toHaveTitle(/^Accounts/);
  await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Followers' }).click();
  const header = page.getByRole('columnheader', { name: 'Followers' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Followers' }).click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');

  const types = await openFilter(page, 'Network');
  await types.getByRole('checkbox', { name: 'TikTok' }).check();
  await types.getByRole('checkbox', { name: 'SFTP' }).check();
  await types.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  await expect(accountRow(page, 'Instagram')).toHaveCount(0);

  await (await openFilter(page, 'Site')).getByRole('textbox').fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No accounts match' })).toBeVisible();
  await expect(page.getByText('Network is any of')).toBeVisible();
  await page.goBack();
  await expect(accountRow(page, 'TikTok').first()).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  await page.goto(`${ACCOUNTS}?page=99`);
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
});

test('accounts are searched, selected and opened by keyboard', async ({ page }) => {
  await signIn(page, ACCOUNTS);
  const links = page.getByRole('table', { name: 'Accounts' }).getByRole('link');
  await expect(links.nth(1)).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search accounts' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/accounts\/[^/?]+/);
});

test("clearing the filters doesn't show the empty state while the list loads", async ({
  page,
  patron,
}) => {
  await signIn(page, `${ACCOUNTS}?site=nowhere`);
  await expect(page.getByRole('heading', { name: 'No accounts match' })).toBeVisible();
  await patron.whileStalled(async () => {
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page.getByRole('table', { name: 'Accounts' })).toHaveAttribute('aria-busy');
    await expect(page.getByRole('heading', { name: 'No accounts yet' })).toHaveCount(0);
  });
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
});

test('an account page shows its health in a line, subaccounts, and facts in a column', async ({
  page,
}) => {
  await signIn(page, `${ACCOUNTS}?type=facebook`);
  await page.getByRole('table').getByRole('link').first().click();
  const subaccounts = page.getByRole('region', { name: 'Subaccounts' }).getByRole('listitem');
  await expect(subaccounts).toHaveCount(3);
  const details = page.getByRole('region', { name: 'Details' });
  for (const term of ['Followers', 'Capabilities', 'Connected', 'Picture', 'External ID']) {
    await expect(details.getByText(term, { exact: true }).first()).toBeVisible();
  }
  await expect(
    page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) }),
  ).toContainText(/(Valid until|Expire[sd]|Doesn't expire).*Connected/);
  await expectAccessibleAndResponsive(page);

  // A file server has none, and no zeros either.
  await page.goto(`${ACCOUNTS}?type=sftp`);
  const server = page.getByRole('table').getByRole('link').first();
  await expect(server.locator('xpath=ancestor::tr').getByRole('cell', { name: '0' })).toHaveCount(
    0,
  );
  await server.click();
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await expect(page.getByText('Followers', { exact: true })).toHaveCount(0);
  // What is empty isn't there.
  for (const name of ['Subaccounts', 'More']) {
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  }
});

test('on a phone the sort order is selected by name and kept in the URL', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(ACCOUNTS);
  await submitPassword(page, ADMIN);
  const sortBy = page.getByLabel('Sort by');
  await expect(sortBy).toHaveValue('-id');
  await expect(sortBy.locator('option:checked')).toHaveText('Newest first');
  await sortBy.selectOption('Name, ascending');
  await expect(page).toHaveURL(/sort=name/);
  await sortBy.selectOption('Newest first');
  await expect(page).not.toHaveURL(/sort=name/);
  await page.goto(`${ACCOUNTS}?sort=-updated_at`);
  await expect(sortBy.locator('option:checked')).toHaveText('Last updated, descending');
});

test('users with read access see why actions are disabled', async ({ page }) => {
  await signIn(page, ACCOUNTS, { as: VIEWER });
  const connect = page.getByRole('button', { name: 'Connect account' });
  await expect(connect).toHaveAccessibleDescription(/can view but not change accounts/);
  await connect.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  const items = page.getByRole('menuitem');
  await expect(items).not.toHaveCount(0);
  for (const item of await items.all()) {
    await expect(item).toContainText('can view but not change accounts');
    await expect(item).toHaveAttribute('aria-disabled', 'true');
  }

  await page.goto(`${ACCOUNTS}?show=attention`);
  await expect(
    page.getByRole('button', { name: /^Reauthorize / }).first(),
  ).toHaveAccessibleDescription(/can view but not change accounts/);
});

test('accounts are searched while typing, and each has its picture, network and boards', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  const table = page.getByRole('table', { name: 'Accounts' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search accounts' });
  await search.fill('outdoor xyzzy');
  await expect(page.getByRole('heading', { name: 'No accounts match' })).toBeVisible();
  await search.fill('outdo');
  await expect(page.getByText(/^1–(\d) of \1$/)).toBeVisible();
  await expect(page).toHaveURL(/q=outdo/);
  await expect(table.getByRole('row').nth(1)).toContainText('Northwind Outdoor @northwind.outdoor');
  const picture = table.locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await search.fill('');
  await expect(page.getByText(/^1–25 of/)).toBeVisible();

  await page.getByRole('button', { name: 'Unused' }).click();
  await expect(page.getByRole('button', { name: 'Unused' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(table.getByRole('row').nth(1)).toContainText('Unused');
  await page.getByRole('button', { name: 'All accounts' }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).first().click();
  await expect(table).toContainText(
    /Home page wall|Store screens|Summer campaign|Customer reviews/,
  );
});

test('on a small phone no account, board, domain or template is cut, and the list begins soon', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, ACCOUNTS);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  const firstRow = rows.first();
  await expect(firstRow).toBeVisible();
  expect((await firstRow.boundingBox())?.y).toBeLessThanOrEqual(300);
  // Shops have none, and another test may have connected one.
  await expect(rows.filter({ hasText: '@' }).first()).toBeVisible();
  const connect = page.getByRole('button', { name: 'Connect account' });
  await expect(connect.locator('svg')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['accounts', 'boards', 'domains', 'email-templates']) {
    await page.goto(`/teams/1/${path}`);
    await expect(firstRow).toBeVisible();
    const cut = await page.locator('tbody td, tbody td *').evaluateAll((elements) =>
      elements
        .filter((each) => getComputedStyle(each).overflowX === 'hidden')
        .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut, path).toEqual([]);
  }
});

test('an account that expires soon says what to do, and has the button for it there', async ({
  page,
}) => {
  await signIn(page, `${ACCOUNTS}?show=attention`);
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await rows.filter({ hasText: 'Unused' }).getByRole('link').first().click();
  const banner = page.getByRole('region', { name: /^This account expires/ });
  await expect(banner).toContainText('No feeds use it. Reauthorize or delete it.');
  await expect(banner.getByRole('button', { name: 'Reauthorize' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reauthorize' })).toHaveCount(1);
  await expectAccessible(page);
});
