import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openPalette } from '../support/keyboard.ts';
import { ADMIN, signIn, submitPassword } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

test('the command palette opens pages, teams and members, and runs actions', async ({ page }) => {
  await signIn(page);
  const results = page.getByRole('listbox', { name: 'Results' });
  await openPalette(page);
  await page.keyboard.type('temp');
  await expect(results.getByRole('option').first()).toHaveAccessibleName('Email templates');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Email templates')).toBeFocused();
  await expect(page).toHaveURL('/teams/1/email-templates');

  await openPalette(page);
  await page.keyboard.type('M-000042');
  await expect(results.getByRole('option', { selected: true })).toHaveText(
    'Open the member with the ID M-000042',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/teams/1/members/M-000042');
  await expect(page.getByText('M-000042').first()).toBeVisible();
  // It is remembered once its title is known.
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(stored).toContain('/members/M-000042');

  const text = page.getByRole('combobox', { name: 'Search or jump to' });
  // The items that were opened are remembered in this browser, except those that don't exist.
  for (const path of ['accounts/999999', 'members/M-000042/none']) {
    await page.goto(`/teams/1/${path}`);
    await expect(page.getByText(/not found/).first()).toBeVisible();
  }
  await openPalette(page);
  const recent = results.getByRole('group').first();
  await expect(recent).toHaveAccessibleName('Recent');
  await expect(recent.getByRole('option')).toHaveCount(1);
  await expect(recent.getByRole('option')).toContainText('Members');
  for (const other of ['nobody', 'rohan.deshpande35@example.test', 'block 5']) {
    await text.fill(other);
    await expect(page.getByText('No results. Members can be opened by their ID.')).toBeVisible();
    await expect(results.getByRole('option')).toHaveCount(0);
  }
  for (const [typed, group, name] of [
    ['invite', 'More actions', 'Invite someone'],
    ['reauth', 'More actions', 'Reauthorize accounts'],
    ['conn tik', 'More actions', 'Connect TikTok'],
    ['welcome', 'Email templates', /Welcome/i],
    ['northwind', 'Accounts', /Show all accounts for “northwind”/],
    ['preview.patron', 'Domains', 'preview.patron.example'],
    ['vera', 'People', 'Vera Lindqvist viewer@patron.test'],
  ] as const) {
    await text.fill(typed);
    const found = results.getByRole('group', { name: group }).getByRole('option');
    await expect(found.last()).toHaveAccessibleName(name);
  }
  await text.fill('theme');
  const options = results.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(text).toHaveAttribute('aria-activedescendant', /option1$/);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await text.fill('connect acc');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect account' })).toBeVisible();
  await expect(page).toHaveURL('/teams/1/accounts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPalette(page);
  await text.fill('blocked');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/teams/1/members?status=blocked');
  await openPalette(page);
  await text.fill('add dom');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add domain' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => theme(page)).toBe('dark');

  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await page.getByRole('option', { name: 'Switch to Harbour Coffee' }).click();
  await expect(page).toHaveURL('/teams/2/domains');

  await page.getByRole('button', { name: /^You, / }).click();
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await expect(page.getByRole('menu')).toContainText('Ada Marshadmin@patron.test');
  await openPalette(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('the theme is stored and applied before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page);
  await expect.poll(() => theme(page)).toBe('light');
  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  expect(await theme(page)).toBe('dark');

  await page.addInitScript(() => {
    const painted = new Set<string | undefined>();
    Object.assign(window, { painted });
    (function record() {
      if (document.body) painted.add(document.documentElement.dataset.theme);
      requestAnimationFrame(record);
    })();
  });
  await page.reload();
  await expect(heading(page, 'Overview')).toBeVisible();
  const painted = await page.evaluate(() => [...(window as unknown as Painted).painted]);
  expect(painted).toEqual(['dark']);

  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(() => theme(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
});

interface Painted {
  readonly painted: ReadonlySet<string | undefined>;
}

test('the last team is opened on the next visit', async ({ page }) => {
  await signIn(page, '/teams/1/domains');
  await page.getByRole('button', { name: /^Team Northwind.*switch team/ }).click();
  const teams = page.getByRole('dialog', { name: 'Teams' });
  await expect(teams.getByRole('button', { name: 'Northwind Administrator' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(teams.getByRole('searchbox', { name: 'Search teams' })).toBeFocused();
  await page.keyboard.type('coffee');
  await expect(teams.getByRole('button')).toHaveText(['Harbour Coffee Administrator']);
  await page.keyboard.press('Enter');
  // The same section, with the list closed and the focus on the heading.
  await expect(page).toHaveURL('/teams/2/domains');
  await expect(teams).toHaveCount(0);
  await expect(heading(page, 'Domains')).toBeFocused();
  await expect(
    page.getByRole('button', { name: /^Team Harbour Coffee.*switch team/ }),
  ).toBeVisible();

  await page.goto('/');
  await expect(page).toHaveURL('/teams/2/overview');
  await page.goto('/security');
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByText(/of 2\d\d$/)).toBeVisible();
});

test('on a phone the navigation is a sheet that closes when a link is followed', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/teams/1/boards');
  await submitPassword(page, ADMIN);
  await expect(heading(page, 'Boards')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();

  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await sheet.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(heading(page, 'Members')).toBeVisible();
  await expect(sheet).toBeHidden();

  // Also when it leads to the same page without its filters.
  await page.goto('/teams/1/members?status=blocked');
  await page.getByRole('button', { name: 'Menu' }).click();
  await sheet.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/teams/1/members');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('a long team name leaves room for the page in the breadcrumbs', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, '/teams/1/people');
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await breadcrumbs.getByRole('link', { name: 'Northwind' }).evaluate((link) => {
    link.textContent = 'Northwind '.repeat(20);
  });
  expect(await breadcrumbs.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  const current = breadcrumbs.getByText('People');
  expect(await current.evaluate((item) => item.scrollWidth - item.clientWidth)).toBe(0);
});

test('each page has the same name in its link, heading and title', async ({ page }) => {
  await signIn(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.getByText('Overview', { exact: true })).toBeVisible();
  const names = await links.allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Overview', 'Accounts', 'Members', 'Security']));
  for (const name of names) {
    await links.getByText(name, { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
});

test('a reload keeps the scroll position, and another address begins at the top', async ({
  page,
}) => {
  await signIn(page, '/teams/1/members');
  const scrollY = () => page.evaluate(() => window.scrollY);
  const notifications = page.getByRole('button', { name: 'Notifications', exact: true });
  const expectLoaded = () => expect(notifications).toHaveAccessibleDescription(/^\d+ unread$/);
  await expectLoaded();
  // What the notifications need comes last: positions are restored when everything is loaded.
  let release = () => {};
  const paused = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/audit-events\?/, async (route) => {
    await paused;
    await route.continue();
  });
  // Not through the console, which would make another entry of the history.
  await page.goto('/teams/1/members');
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(101);
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 900);
  await expect.poll(scrollY).toBe(900);
  release();
  await expectLoaded();
  await nextFrames(page);
  // React Router begins at the top, and restores the position in its next render.
  await expect.poll(scrollY, 'scrolled before everything was loaded').toBe(900);
  await page.reload();
  await expect.poll(scrollY).toBe(900);

  // So does the same address, if it is opened rather than reloaded.
  for (const address of ['/teams/1/webhooks', '/teams/1/members']) {
    await page.goto(address);
    await expectLoaded();
    await nextFrames(page);
    expect(await scrollY()).toBe(0);
  }
});

/** Until what the page has learned is drawn. */
function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
