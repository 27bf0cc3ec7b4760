import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import {
  accountRow,
  authorizeAs,
  connectTile,
  openConnectPopup,
  openPopup,
} from '../support/connect.ts';
import { invalidField } from '../support/invalid-field.ts';
import { tabTo } from '../support/keyboard.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const ACCOUNTS = '/teams/1/accounts';

test('an account is connected in a popup', async ({ page }) => {
  await signIn(page, ACCOUNTS);
  const canceled = await openConnectPopup(page, 'Instagram');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => canceled.isClosed()).toBe(true);

  const provider = await openConnectPopup(page, 'Instagram');
  await expect(page.getByRole('dialog', { name: 'Connect Instagram' })).toBeVisible();
  await expectAccessible(page);
  await authorizeAs(provider, 'Northwind Studio northwind.studio');
  const toast = statusMessage(page, 'Northwind Studio is connected');
  await expect(toast).toContainText('Instagram @northwind.studio');
  expect(provider.isClosed()).toBe(true);
  const row = accountRow(page, 'northwind.studio').first();
  await expect(row).toContainText('Instagram');
  await expect(row).toHaveAttribute('data-highlighted');
  await toast.getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Studio' })).toBeVisible();
});

test('after a denial it can be tried again, and a connected account can be reauthorized', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  const provider = await openConnectPopup(page, 'TikTok');
  await provider.getByRole('button', { name: 'Deny' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect TikTok' });
  await expect(dialog.getByRole('alert')).toContainText('denied at TikTok');
  await expectAccessible(page);

  const retried = await openPopup(page, dialog.getByRole('button', { name: 'Try again' }));
  await authorizeAs(retried, 'Northwind northwind');
  await expect(dialog.getByRole('status')).toHaveText(
    'TikTok @northwind is already connected to this team.',
  );
  await expect(dialog.getByRole('link', { name: 'View account' })).toBeVisible();
  await expectAccessible(page);
  const again = await openPopup(page, dialog.getByRole('button', { name: 'Reauthorize it' }));
  await authorizeAs(again, 'Northwind northwind');
  await expect(statusMessage(page, 'Northwind is reauthorized')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('closing the popup shows whether it worked, and continuing in this tab works', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  const provider = await openConnectPopup(page, 'YouTube');
  await provider.close();
  const dialog = page.getByRole('dialog', { name: 'No response from YouTube' });
  await expect(dialog.getByText('No new account is connected yet.')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Continue in this tab' }).click();
  await page.waitForURL(/\/demo\/provider\//);
  await authorizeAs(page, 'Northwind Studio northwind.studio');
  await expect(statusMessage(page, 'is connected')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ACCOUNTS}$`));
  await expect(accountRow(page, 'northwind.studio').first()).toBeVisible();
});

test('an account is found when the network cuts the popup off from its opener', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  const provider = await openConnectPopup(page, 'Pinterest');
  await provider.getByLabel('Isolate this window').check();
  await authorizeAs(provider, 'Northwind Labs northwind.labs');
  const dialog = page.getByRole('dialog', { name: 'Northwind Labs is connected' });
  await expect(dialog.getByRole('status')).toContainText('Northwind Labs is connected.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(accountRow(page, 'northwind.labs').first()).toContainText('Pinterest');
});

test('a blocked popup is explained, and connecting continues in this tab on a click', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await signIn(page, `${ACCOUNTS}?sort=name`);
  const connect = async () => {
    await page.getByRole('button', { name: 'Connect account' }).click();
    await connectTile(page, 'LinkedIn').click();
  };
  await connect();
  const notice = page.getByRole('dialog', { name: 'Connect LinkedIn' });
  await expect(notice.getByRole('status')).toContainText('blocked the LinkedIn window');
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);

  await connect();
  await notice.getByRole('button', { name: 'Continue in this tab' }).click();
  await page.waitForURL(/\/demo\/provider\//);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('denied at LinkedIn');
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(new RegExp(`${ACCOUNTS}\\?sort=name$`));

  // The browser doesn't ask about unsaved changes.
  const browserDialogs: string[] = [];
  page.on('dialog', (dialog) => {
    browserDialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Connect account' }).click();
  await connectTile(page, 'Shopify').click();
  await page.getByLabel('Shop domain').fill('polar-wear.myshopify.com');
  await page.getByRole('button', { name: 'Continue at Shopify' }).click();
  await page.getByRole('button', { name: 'Continue in this tab' }).click();
  await page.waitForURL(/\/demo\/provider\//);
  expect(browserDialogs).toEqual([]);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toContainText('denied at Shopify');
  await expect(page).toHaveURL(new RegExp(`${ACCOUNTS}/new/shopify\\?sort=name$`));
});

test('Shopify asks for the shop first, and the same click opens the popup', async ({ page }) => {
  await signIn(page, ACCOUNTS);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await connectTile(page, 'Shopify').click();
  const panel = page.getByRole('dialog', { name: 'Connect Shopify' }).first();
  const site = panel.getByLabel('Shop domain');
  const continueButton = panel.getByRole('button', { name: 'Continue at Shopify' });
  await continueButton.click();
  await expect(site).toHaveAttribute('aria-invalid', 'true');
  await site.fill('shop.example.com');
  await continueButton.click();
  await expect(site).toHaveAccessibleDescription(/myshopify\.com/);
  await expect(site).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  await site.fill('https://admin.shopify.com/store/Polar-Goods/orders');
  await site.blur();
  await expect(site).toHaveValue('polar-goods.myshopify.com');
  await openPopup(page, continueButton);
  await expect(panel.getByText('Finish in the window we opened.')).toBeVisible();
  await expect(continueButton).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(site).toHaveValue('polar-goods.myshopify.com');
  const provider = await openPopup(page, continueButton);
  await authorizeAs(provider, 'Polar Goods polar-goods.myshopify.com');
  await expect(statusMessage(page, 'is connected')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(accountRow(page, 'polar-goods').first()).toHaveAttribute('data-highlighted');
});

test('credentials are validated by field, and the account can be deleted', async ({ page }) => {
  await signIn(page, `${ACCOUNTS}/new/sftp`);
  const panel = page.getByRole('dialog', { name: 'Connect SFTP' });
  await panel.getByRole('button', { name: 'Connect account' }).click();
  await expect(panel.locator('[aria-invalid="true"]')).toHaveCount(3);
  await panel.locator('[name="access_token"]').fill('toys');
  await panel.locator('[name="secret"]').fill('line one\nline two');
  await panel.locator('[name="site"]').fill('https://files.example.com');
  await panel.getByRole('button', { name: 'Connect account' }).click();
  await expect(panel.locator('[name="site"]')).toHaveAttribute('aria-invalid', 'true');
  await expect(panel.locator('[name="site"]')).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard the new account?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await panel.locator('[name="site"]').fill('sftp://files.example.com/toys');
  await page.route('**/accounts', (route) => route.fulfill(invalidField('secret')), { times: 1 });
  await panel.getByRole('button', { name: 'Connect account' }).click();
  await expect(panel.locator('[name="secret"]')).toHaveAccessibleDescription(/Is not valid/);
  await expect(panel.locator('[name="secret"]')).toBeFocused();
  await panel.getByRole('button', { name: 'Connect account' }).click();
  await expect(statusMessage(page, 'Saved ')).toBeVisible();
  await expect(panel).toHaveCount(0);

  // A list that is filtered in the browser.
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('files.example.com');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const row = accountRow(page, 'sftp://files.example.com/toys');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: /Reauthorize/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('credentials are deleted');
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete account' }).click();
  await expect(row).toHaveCount(0);
});

test('an account is connected and deleted with the keyboard alone', async ({ page }) => {
  await signIn(page, ACCOUNTS);
  await page.getByRole('button', { name: 'Connect account' }).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, connectTile(page, 'Threads'));
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const provider = await opened;
  await provider.getByRole('button', { name: 'Authorize' }).press('Enter');
  await expect(statusMessage(page, 'is connected')).toBeVisible();

  // Match the new account: the list may still show others of the same network.
  await accountRow(page, /^Northwind Studio.*Threads/)
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(statusMessage(page, 'was deleted')).toBeVisible();
  // The row is gone, so the focus moves to the heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a window that is finished after its page was left says so, and leaves the user where they are', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await connectTile(page, 'Shopify').click();
  await page.getByLabel('Shop domain').fill('left-behind.myshopify.com');
  const popup = await openPopup(page, page.getByRole('button', { name: 'Continue at Shopify' }));
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Domains', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible();
  await authorizeAs(popup, 'Left Behind left-behind.myshopify.com');
  await expect(statusMessage(page, 'is connected')).toBeVisible();
  await expect(page).toHaveURL(/\/domains$/);
});

test('the window waits on a page of ours, shows an error in itself, and closes with the page below it', async ({
  page,
}) => {
  await signIn(page, ACCOUNTS);
  let respond = () => {};
  await page.route('**/accounts/new*', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.fulfill({ status: 503, body: '' });
  });
  const open = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect account' }).click();
    await connectTile(page, 'TikTok').click();
    const popup = await opened;
    await expect(popup.getByRole('status')).toHaveText('Waiting for the address of TikTok…');
    return popup;
  };
  const popup = await open();
  await expectAccessible(popup);
  respond();
  await expect(popup.getByRole('heading')).toHaveText("The account wasn't connected");
  await expectAccessible(popup);
  const dialog = page.getByRole('dialog', { name: 'Connect TikTok' });
  await expect(dialog.getByRole('alert')).toContainText("The account wasn't connected");
  await popup.getByRole('button', { name: 'Close window' }).click();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const another = await open();
  await page.reload();
  await expect.poll(() => another.isClosed()).toBe(true);
});
