import { expect } from '../fixtures.ts';
import { connectTile } from '../support/connect.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

const ACCOUNTS = `/teams/${TEAM}/accounts`;

for (const links of ['null', 'relative', 'omitted'] as const) {
  test(`accounts are paged when links are ${links}`, async ({ page, vendor }) => {
    await vendor.set({ links, maximumPageSize: 5 });
    await page.goto(ACCOUNTS);
    const rows = page.getByRole('table').locator('tbody tr');
    const next = page.getByRole('button', { name: 'Next page' });
    for (const [count, range] of [
      [5, '1–5'],
      [5, '6–10'],
      [2, '11–12'],
    ] as const) {
      await expect(rows).toHaveCount(count);
      await expect(page.getByText(new RegExp(`^${range}( of 12)?$`))).toBeVisible();
      if (count === 5) await next.click();
    }
    await expect(next).toBeDisabled();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByText(/^6–10( of 12)?$/)).toBeVisible();
  });
}

test("an account's type is the attribute of that name", async ({ page, vendor: _vendor }) => {
  await page.goto(ACCOUNTS);
  await expect(page.getByRole('cell', { name: 'Mastodon', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'RSS feed', exact: true }).first()).toBeVisible();
});

test('nothing is said of when an account expires if the service does not say it', async ({
  page,
  vendor,
}) => {
  await vendor.set({ values: 'absent' });
  await page.goto(ACCOUNTS);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(12);
  await expect(page.getByText("Doesn't expire")).toHaveCount(0);
  await vendor.set({ values: 'null' });
  await page.reload();
  await expect(page.getByText("Doesn't expire").first()).toBeVisible();
});

test('an item of which something cannot be read is marked in its list', async ({
  page,
  vendor,
}) => {
  await vendor.set({ values: 'mistyped' });
  await page.goto(ACCOUNTS);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(12);
  await expect(rows.filter({ hasText: "Can't be shown completely" })).toHaveCount(12);
});

test('a name that is written from right to left keeps its beginning', async ({ page, vendor }) => {
  await vendor.set({ names: 'right-to-left' });
  await page.goto(ACCOUNTS);
  const name = page.getByRole('table').getByText('المتجر الإلكتروني الرسمي').first();
  await expect(name).toHaveCSS('direction', 'rtl');
  await name.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
});

for (const created of ['documented', 'nameless', 'html'] as const) {
  test(`an account without any attributes was connected, with a response that is ${created}`, async ({
    page,
    vendor,
  }) => {
    await vendor.set({ values: 'absent', created });
    await page.goto(`${ACCOUNTS}/new/rss`);
    const form = page.getByRole('dialog', { name: 'Connect RSS feed' });
    await form.getByLabel('Feed address').fill('https://kestrel.example/feed');
    await form.getByRole('button', { name: 'Connect account' }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(vendor.requests.filter((request) => request.startsWith('POST'))).toContain(
      `POST /v2/teams/${TEAM}/accounts`,
    );
  });
}

test('an account is connected in a window that begins with a page of ours', async ({
  page,
  context,
  vendor: _vendor,
}) => {
  const data = { id: '99', type: 'account', attributes: { type: 'mastodon', name: 'New Kestrel' } };
  const message = JSON.stringify({ type: 'account_new', data: { data }, status: 201 });
  await context.route('**/third-party', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<button onclick='opener.postMessage(${JSON.stringify(message)}, "*")'>Allow</button>`,
    }),
  );
  await page.goto(ACCOUNTS);
  await page.getByRole('button', { name: 'Connect account' }).click();
  const opened = page.waitForEvent('popup');
  await connectTile(page, 'Mastodon').click();
  const popup = await opened;
  expect(new URL(popup.url()).pathname).toBe('/connect/start');
  await popup.getByRole('button', { name: 'Allow' }).click({ timeout: 10_000 });
  await expect(
    page.getByRole('status').filter({ hasText: 'New Kestrel is connected' }),
  ).toBeVisible();
  expect(popup.isClosed()).toBe(true);
});
