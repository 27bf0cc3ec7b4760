import { eq } from 'drizzle-orm';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { accountRow, authorizeAs, openConnectPopup, openPopup } from '../support/connect.ts';
import { openFilter } from '../support/filters.ts';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const ACCOUNTS = '/teams/1/accounts';

test('reauthorizing names the account and rejects any other', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?type=instagram&name=Northwind+Kids`);
  const row = accountRow(page, 'Northwind Kids');
  await row.getByRole('button', { name: 'Actions for Northwind Kids' }).click();
  const provider = await openPopup(page, page.getByRole('menuitem', { name: 'Reauthorize' }));
  const dialog = page.getByRole('dialog', { name: 'Reauthorize Northwind Kids' });
  await expect(dialog).toContainText('northwind.kids');
  await authorizeAs(provider, 'Northwind Labs northwind.labs');
  await expect(dialog.getByRole('alert')).toContainText("The account wasn't reauthorized");

  const retried = await openPopup(page, dialog.getByRole('button', { name: 'Try again' }));
  await authorizeAs(retried, 'Northwind Kids northwind.kids');
  await expect(statusMessage(page, 'reauthorized')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('reauthorizing shows that the account was deleted while the popup was open', async ({
  page,
  context,
}) => {
  await signIn(page, ACCOUNTS);
  await authorizeAs(await openConnectPopup(page, 'YouTube'), 'Northwind Labs northwind.labs');
  const successToast = statusMessage(page, 'is connected');
  await expect(successToast).toBeVisible();
  const row = accountRow(page, /^Northwind Labs.*YouTube/);
  const openActions = () => row.getByRole('button', { name: /^Actions for/ }).click();
  await openActions();
  const provider = await openPopup(page, page.getByRole('menuitem', { name: 'Reauthorize' }));
  await expect(successToast).toHaveCount(0);

  const other = await context.newPage();
  await other.goto(ACCOUNTS);
  await accountRow(other, /^Northwind Labs.*YouTube/)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await other.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await other.getByRole('button', { name: 'Delete account' }).click();
  await expect(statusMessage(other, 'was deleted')).toBeVisible();

  await authorizeAs(provider, 'Northwind Labs northwind.labs');
  const dialog = page.getByRole('dialog', { name: 'Reauthorize Northwind Labs' });
  await expect(dialog.getByRole('alert')).toContainText('This account has been deleted');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row).toHaveCount(0);
});

test('all expiring accounts are reauthorized in one window, and a reload resumes', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  await page.getByRole('button', { name: 'Needs attention' }).click();
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  const row = rows.nth(1);
  await expect(row).toContainText(/Expire/);
  const total = (await rows.count()) - 1;
  expect(total).toBeGreaterThan(3);
  await expectAccessible(page);

  const queue = page.getByRole('dialog', { name: 'Reauthorize accounts' });
  const provider = await openPopup(page, page.getByRole('button', { name: 'Reauthorize all' }));
  for (const turn of [1, 2]) {
    await expect(queue).toContainText(`Account ${turn} of ${total}`);
    // The account to sign in as is offered first.
    await expect(queue.getByRole('status')).toContainText('sign in to');
    await provider.getByRole('button', { name: 'Authorize' }).click();
  }
  await expect(queue).toContainText(`Account 3 of ${total}`);
  await expect(queue.getByRole('progressbar', { name: 'Reauthorize accounts' })).toBeVisible();
  await expectAccessible(page);
  await queue.getByRole('button', { name: 'Skip' }).click();
  await expect(queue).toContainText(`Account 4 of ${total}`);
  expect(provider.isClosed()).toBe(false);
  await queue.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => provider.isClosed()).toBe(true);

  await page.reload();
  const resumed = await openPopup(
    page,
    page.getByRole('button', { name: 'Continue reauthorizing' }),
  );
  await expect(queue).toContainText(`Account 4 of ${total}`);
  await resumed.getByRole('button', { name: 'Deny' }).click();
  await expect(queue.getByRole('alert')).toContainText('denied');
  await queue.getByRole('button', { name: 'Stop' }).click();
  const report = page.getByRole('dialog', { name: '2 accounts reauthorized' });
  await expect(report.getByRole('listitem').filter({ hasText: 'Reauthorized' })).toHaveCount(2);
  await expect(report.getByRole('listitem').filter({ hasText: 'Skipped' })).toHaveCount(1);
  await expect(report.getByRole('listitem').filter({ hasText: 'denied' })).toHaveCount(1);
  await expect(report.getByRole('listitem').filter({ hasText: 'Not tried' })).not.toHaveCount(0);
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(total - 2 + 1);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const recent = page.getByRole('list', { name: 'Recent' });
  await expect(recent.getByRole('link', { name: '2 accounts reauthorized' })).toBeVisible();
});

test('the queue continues while another page is shown', async ({ page }) => {
  await signIn(page, '/teams/1/domains');
  await page.getByRole('link', { name: /^Accounts/ }).click();
  const queue = page.getByRole('dialog', { name: 'Reauthorize accounts' });
  const provider = await openPopup(page, page.getByRole('button', { name: 'Reauthorize all' }));
  await expect(queue).toContainText('Account 1 of');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible();
  const isShown = async () =>
    (await provider
      .locator('form')
      .getAttribute('action')
      .catch(() => null)) ?? provider.url();
  const first = await isShown();
  await provider.getByRole('button', { name: 'Authorize' }).click();
  // The next account, in the same window.
  await expect.poll(isShown).not.toBe(first);
  await page.goForward();
  await expect(queue).toContainText('Account 2 of');
  await queue.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => provider.isClosed()).toBe(true);
});

test('the queue follows the filter, the search and the selection', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?show=attention`);
  const table = page.getByRole('table', { name: 'Accounts' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect(page.getByRole('button', { name: 'Reauthorize all' })).toBeVisible();
  const all = await rows.count();
  const network = (await rows.nth(1).getByRole('cell').nth(2).textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(network);
  const button = page.getByRole('button', { name: /^Reauthorize \d+ shown$/ });
  await expect(button).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  const shown = (await rows.count()) - 1;
  await expect(button).toHaveText(`Reauthorize ${shown} shown`);
  await openPopup(page, button);
  const queue = page.getByRole('dialog', { name: 'Reauthorize accounts' });
  await expect(queue).toContainText(`Account 1 of ${shown}`);
  await expect(queue.getByRole('status')).toContainText(network);
  await queue.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await rows.nth(1).getByRole('checkbox').check();
  await openPopup(page, page.getByRole('button', { name: 'Reauthorize', exact: true }));
  await expect(queue).toContainText('Account 1 of 1');
});

test('what is authorized in the window after a reload is done', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}?show=attention`);
  const provider = await openPopup(page, page.getByRole('button', { name: 'Reauthorize all' }));
  const authorize = provider.getByRole('button', { name: 'Authorize' });
  await expect(authorize).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue reauthorizing' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/Expire/);
  const before = await rows.count();
  await authorize.click();
  await expect(rows).toHaveCount(before - 1, { timeout: 15_000 });
  await openPopup(page, page.getByRole('button', { name: 'Continue reauthorizing' }));
  const queue = page.getByRole('dialog', { name: 'Reauthorize accounts' });
  await expect(queue).toContainText('Account 2 of');
  await queue.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('dialog', { name: '1 account reauthorized' })).toBeVisible();
});

test('the queue of a list filtered by network has its accounts and no other', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  test.setTimeout(120_000);
  const patron = await startPatronServer();
  try {
    await signIn(page, patron.url + ACCOUNTS);
    // The demo data has six.
    await authorizeAs(await openConnectPopup(page, 'Instagram'), 'Northwind Labs northwind.labs');
    await expect(statusMessage(page, 'is connected')).toBeVisible();
    await expireInstagram(patron);

    await page.goto(`${patron.url}${ACCOUNTS}?show=attention&sort=expires_at`);
    const rows = page
      .getByRole('table', { name: 'Accounts' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') });
    const instagram = rows.filter({ hasText: 'Instagram' });
    const others = rows.filter({ hasNotText: 'Instagram' });
    await expect(instagram).toHaveCount(7);
    await expect(others.filter({ hasText: 'Store screens' })).not.toHaveCount(0);
    const othersBefore = await others.allTextContents();
    expect(othersBefore).not.toEqual([]);

    const filter = await openFilter(page, 'Network');
    await filter.getByRole('checkbox', { name: 'Instagram' }).check();
    await filter.getByRole('button', { name: 'Apply' }).click();
    await expect(rows).toHaveCount(7);
    const provider = await openPopup(
      page,
      page.getByRole('button', { name: 'Reauthorize 7 shown' }),
    );
    const queue = page.getByRole('dialog', { name: 'Reauthorize accounts' });
    for (let turn = 1; turn <= 7; turn += 1) {
      await expect(queue).toContainText(`Account ${turn} of 7`);
      await expect(queue.getByRole('status')).toContainText('Instagram');
      await provider.getByRole('button', { name: 'Authorize' }).click();
    }
    const report = page.getByRole('dialog', { name: '7 accounts reauthorized' });
    const results = report.getByRole('list', { name: 'Report' }).getByRole('listitem');
    await expect(results).toHaveCount(7);
    await expect(results.filter({ hasText: 'Instagram' })).toHaveCount(7);
    await expect(results.filter({ hasText: 'Reauthorized' })).toHaveCount(7);
    await report.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Needs attention' }).click();
    await expect(instagram).toHaveCount(0);
    await expect.poll(() => others.allTextContents()).toEqual(othersBefore);
  } finally {
    await patron.remove();
  }
});

/** Lets the Instagram accounts expire in two days, as time would. */
async function expireInstagram(patron: PatronServer): Promise<void> {
  await patron.stop();
  const { db, close } = await openEmbedded(patron.directory);
  const expiresAt = addSeconds(new Date(), 2 * DAY_SECONDS);
  await db.update(accounts).set({ expiresAt }).where(eq(accounts.type, 'instagram'));
  await close();
  await patron.restart();
}
