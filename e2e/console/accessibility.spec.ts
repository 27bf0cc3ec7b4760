import type { Locator, Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { navigateTo } from '../support/every-page.ts';
import { chooseFactor, confirmPassword, deleteFactor } from '../support/factors.ts';
import { openFilter } from '../support/filters.ts';
import { openPalette } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { ADMIN, signIn, submitPassword } from '../support/sign-in.ts';
import { DESKTOP, PHONE } from '../support/viewports.ts';
import { enterCampaign } from '../support/webhooks.ts';

const PAGES = [
  '/teams/1/overview',
  '/teams/1/accounts',
  '/teams/1/boards',
  '/teams/1/domains',
  '/teams/1/email-templates',
  '/teams/1/members',
  '/teams/1/members/M-000001',
  '/teams/1/activities',
  '/teams/1/webhooks?list=requests',
  '/teams/2/webhooks',
  '/teams/1/people',
  '/teams/1/audit-log',
  '/security',
  '/profile',
];

/** Without a team, or outside of the shell: opened as from a link in a message. */
const OUTLYING = ['/teams/1/nothing-here', '/teams/999/members', '/connect/callback'];

/** Forms and details that stand over the page they belong to. */
const PANELS = [
  '/teams/1/accounts/new/sftp',
  '/teams/1/accounts/new/shopify',
  '/teams/1/domains/new',
  '/teams/1/members/new',
  '/teams/1/members/M-000001/edit',
  '/teams/1/people/invite',
  '/security/new',
  '/security/new/sms',
];

/** A few rows: axe checks the page behind what it opens every time. */
const SHORT_LIST = '/teams/2/members?status=blocked';

/** Lists whose first item opens a page or a panel. */
const LISTS = ['accounts', 'boards', 'email-templates', 'activities', 'webhooks'];

test.setTimeout(180_000);

test('axe finds nothing on the sign-in pages, which fit every width', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await submitPassword(page, { email: ADMIN.email, password: 'not-the-password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleAndResponsive(page);
});

test('axe finds nothing on the pages, which fit every width', async ({ page }) => {
  await signIn(page);
  for (const address of PAGES) {
    await openFromElsewhere(page, address);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleAndResponsive(page);
  }
});

test('axe finds nothing on pages without a team, which fit every width', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page);
  for (const address of OUTLYING) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The page of a missing team is loaded when it is needed, and replaces the one of the members.
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleAndResponsive(page);
  }
});

test('axe finds nothing on the items of the lists, which fit every width', async ({
  page,
  request,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await enterCampaign(request, patron.url, 'Of the lists', 'M-000001');
  await signIn(page);
  for (const list of LISTS) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/teams/1/${list}`);
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/${list}/.+`));
    await settled(page);
    await expectAccessibleAndResponsive(page);
  }
});

test('axe finds nothing in the panels, which fit every width', async ({ page }) => {
  await signIn(page);
  for (const address of PANELS) {
    await openFromElsewhere(page, address);
    await expect(page.getByRole('dialog')).toBeVisible();
    await settled(page);
    await expectAccessibleAndResponsive(page);
  }
});

test('axe finds nothing in the menus and dialogs of the shell', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, SHORT_LIST);
  await settled(page);

  await openPalette(page);
  await expectAccessibleAndResponsive(page);
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'Help' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^You, / }).click();
  await expect(page.getByRole('menu', { name: 'You' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Permissions' }).click();
  await expectAccessibleAndResponsive(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: /switch team/ }).click();
  await expect(page.getByRole('dialog', { name: 'Teams' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing in what the pages open', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/accounts');
  await page.getByRole('button', { name: 'Connect account' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect account' })).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press('Escape');
  await openRowAction(page, 'Delete');
  await expectAccessibleAndResponsive(page);

  await page.setViewportSize(DESKTOP);
  await page.goto('/teams/1/domains');
  await openRowAction(page, 'Delete');
  await expectAccessibleAndResponsive(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize(DESKTOP);
  await openRowAction(page, 'Set default experience');
  await expectAccessibleAndResponsive(page);

  await page.setViewportSize(DESKTOP);
  await page.goto(SHORT_LIST);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const filter of ['Tags', 'Enrolled']) {
    await expect(await openFilter(page, filter)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await openRowAction(page, 'Delete');
  await expectAccessibleAndResponsive(page);
});

test('axe finds nothing in the dialogs of the second factors', async ({ page }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/security');
  await chooseFactor(page, 'Authenticator app');
  await expect(page.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await confirmPassword(page, ADMIN.password);
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessibleAndResponsive(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectAccessibleAndResponsive(page);
  await deleteFactor(page, 'Authenticator app');
});

test('information shown by color survives forced colors', async ({ page }) => {
  await signIn(page, '/teams/1/overview');
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  const style = (element: Locator, property: string, pseudo?: '::before') =>
    element.evaluate((node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name), [
      property,
      pseudo,
    ] as const);
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  expect(await style(current, 'outline-style')).toBe('solid');
  const canvas = await style(page.locator('html'), 'background-color');
  const health = page.getByRole('region', { name: 'Account health' });
  await expect(health.getByRole('listitem')).toHaveCount(3);
  const tones = await Promise.all(
    (await health.getByRole('listitem').locator('[data-tone]').all()).map((dot) =>
      style(dot, 'background-color'),
    ),
  );
  expect(new Set([canvas, ...tones]).size).toBe(4);
  const statuses = page.getByRole('table', { name: 'Members by status' }).locator('[data-tone]');
  await expect(statuses).toHaveCount(3);
  for (const dot of await statuses.all()) {
    expect(await style(dot, 'background-color')).not.toBe(canvas);
  }

  // The dots of what needs attention, and the marks of unread notifications.
  await page.goto('/teams/1/accounts?show=attention&sort=expires_at');
  const status = page
    .getByRole('table', { name: 'Accounts' })
    .getByText(/^Expires /)
    .first();
  expect(await style(status, 'background-color', '::before')).not.toBe(canvas);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const unread = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(unread).toContainText('(unread)');
  expect(await unread.evaluate((node) => getComputedStyle(node, '::after').borderTopStyle)).toBe(
    'solid',
  );
  await expectNoSidewaysScroll(page);
});

/** Opens an address without loading the console and axe again. The page before it is surely gone. */
async function openFromElsewhere(page: Page, address: string): Promise<void> {
  const missing = page.getByRole('heading', { name: 'Page not found' });
  await navigateTo(page, '/teams/1/nothing-here');
  await expect(missing).toBeVisible();
  await navigateTo(page, address);
  await expect(missing).toHaveCount(0);
}

/** Waits until the page has read what it shows. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    page.locator('[aria-busy="true"], [role="status"][aria-label^="Loading"]'),
  ).toHaveCount(0);
}

/** Chooses an action in the menu of the first row. */
async function openRowAction(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('dialog[open]')).toBeVisible();
}
