import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { navigateTo } from '../support/every-page.ts';
import { createMember } from '../support/loyalty.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { signIn } from '../support/sign-in.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

test.skip(!IS_FULL_RUN);

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const lost = (page: Page) => page.getByText(/Connection lost\. Retrying/);
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Loading' });

/** Marks the page, so that a reload would show. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

test('a page, a panel and a dialog whose code failed to load open once the server is back', async ({
  page,
  patron,
}) => {
  await signIn(page, '/teams/1/email-templates');
  await expect(page.getByText('1–25 of 60')).toBeVisible();
  await page.locator('section[aria-label=Notifications]').waitFor({ state: 'attached' });
  await mark(page);
  await patron.kill();
  const table = page.getByRole('table');
  const place = await table.boundingBox();
  await table.getByRole('link').first().click();
  await expect(lost(page)).toBeVisible();
  // The banner moves nothing that the user may be about to click.
  expect(await table.boundingBox()).toEqual(place);
  await expect(page.getByText('1–25 of 60')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(lost(page)).toBeVisible();
  await patron.restart();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Subject');
  // Its stylesheet has arrived too.
  await expect(panel).toHaveCSS('position', 'fixed');
  await page.keyboard.press('Escape');

  await patron.kill();
  await goTo(page, 'Activities');
  await expect(lost(page)).toBeVisible();
  await expect(heading(page, 'Email templates')).toBeVisible();
  await patron.restart();
  await expect(page.getByText(/^1–\d+ of 40$/)).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('a panel says nothing about its item while neither it nor its list can be read', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'AUDITED' });
  await signIn(page, '/teams/1/audit-log');
  await page.getByRole('table').locator('a[href*="/audit-log/"]').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('IP address');
  const { pathname } = new URL(page.url());
  await navigateTo(page, '/teams/1/boards');
  await expect(heading(page, 'Boards')).toBeVisible();
  await patron.kill();
  await navigateTo(page, `${pathname}?action=createMember`);
  await expect(lost(page)).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Change', exact: true })).toBeVisible();
  await expect(panel.getByText('Change not found')).toHaveCount(0);
  await patron.restart();
  await expect(panel).toContainText('IP address');
});

for (const [what, files] of [
  ['code', /\/assets\/.*\.js$/],
  ['stylesheet', /\/assets\/.*\.css$/],
] as const) {
  test(`a dialog whose ${what} failed to load opens on the next attempt`, async ({ page }) => {
    await signIn(page, '/teams/1/boards');
    await expect(page.getByRole('table', { name: 'Boards' })).toBeVisible();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await page.route(files, (route) => route.fulfill({ status: 502 }));
    await page.keyboard.press('?');
    await expect(page.getByText("We couldn't load this part of Patron")).toBeVisible();
    await page.unroute(files);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.locator('dl > div').first()).toHaveCSS('display', 'flex');
  });
}

test('with responses that take 3 seconds, every click shows something immediately', async ({
  page,
}) => {
  test.slow();
  const proxy = await startSlowProxy();
  const patron = await startPatronServer({
    PORT: String(proxy.targetPort),
    PATRON_PUBLIC_URL: proxy.url,
  });
  try {
    await signIn(page, `${proxy.url}/teams/1/accounts`);
    const accounts = page.getByRole('table', { name: 'Accounts' });
    await expect(page.getByText(/^1–25 of \d\d$/)).toBeVisible();
    await mark(page);
    proxy.setDelay(3000);

    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(accounts).toHaveAttribute('aria-busy', 'true', { timeout: 1000 });
    await expect(page.getByText(/^1–25 of/)).toHaveCount(0);
    await expect(page.getByText(/in total/)).toHaveCount(0);
    await expect(progress(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeDisabled();
    await expect(page.getByText(/^26–50 of \d\d$/)).toBeVisible();
    await expect(accounts).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeEnabled();

    await goTo(page, 'Members');
    await page.getByRole('button', { name: 'Status Active' }).click();
    await page.getByRole('button', { name: 'Opted out' }).click();
    const members = page.getByRole('table', { name: 'Members' });
    await expect(members).toHaveAttribute('aria-busy', 'true', { timeout: 1000 });
    await expect(page.getByText(/of 4,\d{3}$/)).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Opted out/ }).first()).toBeVisible();
    expect(await isMarked(page)).toBe(true);

    // While nothing but the outline of the page is there, the palette takes what is typed.
    await page.goto(`${proxy.url}/teams/1/domains`, { waitUntil: 'commit' });
    await page.locator('.skeleton-shell').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('temX');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('pl');
    await expect(page.locator('.skeleton-shell')).toHaveCount(1);
    await expect(page.getByRole('combobox')).toHaveValue('templ');
    await page.keyboard.type('ates');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Email templates')).toBeVisible();
  } finally {
    await proxy.close();
    await patron.remove();
  }
});

test('a service that stops responding is named within 10 s, and the page heals by itself', async ({
  page,
  patron,
}) => {
  test.slow();
  await signIn(page, '/teams/1/accounts');
  const accounts = page.getByRole('table', { name: 'Accounts' });
  await expect(page.getByText(/^1–25 of \d\d$/)).toBeVisible();
  // The header, and the page.
  const rows = 1 + 25;
  await expect(accounts.getByRole('row')).toHaveCount(rows);
  await mark(page);
  await patron.whileStalled(async () => {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(/^The service is slow to respond/)).toBeVisible({
      timeout: 10_000,
    });
    await expect(accounts.getByRole('row')).toHaveCount(rows);
    await expect(lost(page)).toBeVisible({ timeout: 35_000 });
    await expect(accounts.getByRole('row')).toHaveCount(rows);
  });
  await expect(page.getByText(/^26–50 of \d\d$/)).toBeVisible({ timeout: 20_000 });
  await expect(lost(page)).toHaveCount(0);
  await expect(page.getByText(/slow to respond/)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});
