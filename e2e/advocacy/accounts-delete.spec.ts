import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const ACCOUNTS = '/teams/1/accounts';

test("an account in use can't be deleted and lists its feeds", async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?size=100`);
  const table = page.getByRole('table', { name: 'Accounts' });
  await expect(table).not.toContainText(/\d feeds?\b/);
  const row = table
    .getByRole('link')
    .locator('xpath=ancestor::tr')
    .filter({ hasNotText: 'Unused' });
  await expect(row.first()).toBeVisible();
  const name = (await row.first().getByRole('link').textContent()) ?? '';
  await row
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('listitem').first()).toBeVisible();
  const feed = (await confirm.getByRole('listitem').first().textContent()) ?? '';
  await expect(confirm.getByRole('button', { name: 'Delete account' })).toHaveAccessibleDescription(
    /feeds? uses? it/,
  );
  await expect(confirm).toContainText('Feeds are edited outside Patron.');
  await confirm.getByRole('button', { name: 'Cancel' }).click();

  // Anywhere in the row.
  await row.first().getByRole('cell').nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^${name.split(' ')[0]}`),
  );
  await expect(page.getByRole('region', { name: 'Feeds and boards' })).toContainText(feed);
  await expectAccessible(page);
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await breadcrumbs.getByRole('link', { name: 'Accounts' }).click();
  await expect(page).toHaveURL(`${ACCOUNTS}?size=100`);
  await page.goto(`${ACCOUNTS}/999999`);
  await expect(page.getByRole('alert')).toContainText('Account not found');
  await page.getByRole('link', { name: 'See all accounts' }).click();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
});

test('several accounts are deleted together, except those that feeds use', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?size=100`);
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  const unused = rows.filter({ hasText: 'Unused' });
  const used = rows.filter({ has: page.getByRole('link') }).filter({ hasNotText: 'Unused' });
  const range = page.getByText(/^1–\d+ of \d+$/);
  const total = Number((await range.textContent())?.split(' of ')[1]);
  await unused.nth(0).getByRole('checkbox').check();
  await unused.nth(1).getByRole('checkbox').check();
  await used.first().getByRole('checkbox').check();
  await expect(statusMessage(page, '3 selected')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete 2 accounts?' });
  await expect(confirm.getByRole('list', { name: 'To delete' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await expect(confirm.getByRole('list', { name: 'In use' }).getByRole('listitem')).toHaveText([
    /\d feeds?$/,
  ]);
  await expect(confirm).toContainText(/1 account can't be deleted/);
  await expect(confirm).toContainText(/\d boards? would stop getting new posts: .+Remove it from/);
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete 2 accounts' }).click();
  const report = page.getByRole('dialog', { name: '2 accounts deleted' });
  await expect(report.getByRole('list', { name: 'Report' }).getByRole('listitem')).toHaveText([
    /Deleted$/,
    /Deleted$/,
  ]);
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Done' }).click();
  await expect(range).toHaveText(`1–${total - 2} of ${total - 2}`);
  // What could not be deleted stays selected; a filter ends the selection.
  await expect(statusMessage(page, '1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(statusMessage(page, /selected/)).toHaveCount(0);
});

test('the report of a deletion stays when no account is left in the list', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?show=unused`);
  const actions = page.getByRole('button', { name: /^Actions for/ }).first();
  const name = (await actions.getAttribute('aria-label'))?.replace('Actions for ', '') ?? '';
  await page.goto(`${ACCOUNTS}?${new URLSearchParams({ show: 'unused', name })}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: /^Delete \d+ accounts?$/ }).click();
  await expect(page.getByText('No accounts match')).toBeAttached();
  const report = page.getByRole('dialog', { name: /accounts? deleted$/ });
  await report.getByRole('button', { name: 'Done' }).click();
  await expect(report).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  await expect(statusMessage(page, /selected/)).toHaveCount(0);
});

test('a deleted account leaves a list that is filtered in the browser', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/accounts\?/.test(request.url())) requests.push(request.url());
  });
  await signIn(page, `${ACCOUNTS}?show=unused`);
  const unused = page.getByRole('button', { name: 'Unused' });
  await expect(unused).toHaveText(/\d/);
  const count = Number((await unused.textContent())?.match(/\d+/)?.[0]);
  expect(requests).toEqual([...new Set(requests)]);
  const row = page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1);
  const href = (await row.getByRole('link').getAttribute('href')) ?? '';
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(statusMessage(page, 'was deleted')).toBeVisible();
  await expect(unused).toHaveText(`Unused ${count - 1}`);
  await expect(page.locator(`a[href="${href}"]`)).toHaveCount(0);
});
