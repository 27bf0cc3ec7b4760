import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

const OVERVIEW = `/teams/${TEAM}/overview`;
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('the console asks for the scopes that its pages use with this service, and no others', async ({
  page,
  vendor: _vendor,
}) => {
  const authorization = page.waitForRequest(/\/oauth\/authorize/);
  await page.goto(OVERVIEW);
  const { searchParams } = new URL((await authorization).url());
  expect(searchParams.get('scope')?.split(' ')).toEqual([
    'accounts:read',
    'accounts:write',
    'authentication_factors:read',
    'authentication_factors:write',
    'boards:read',
    'domains:read',
    'domains:write',
    'identity',
    'identity:write',
  ]);
  expect(searchParams.get('client_id')).toBe('kestrel-console');
});

test('every member of the team sees its members, whatever the scopes', async ({
  page,
  vendor: _vendor,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await patron.withConsoleConfig(
    (config) => {
      config.advocacy.scopes = ['identity', 'accounts:read'];
    },
    async () => {
      await page.goto(`/teams/${TEAM}/members`);
      await expect(page.getByText('Ines1 Kestrel')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add member' })).toBeEnabled();
      // Pages whose scope is not asked for are not in the menu.
      const names = await links(page).allTextContents();
      expect(names).toEqual(expect.arrayContaining(['Accounts', 'Email templates', 'Members']));
      expect(names).not.toEqual(expect.arrayContaining(['Boards']));
      expect(names).not.toEqual(expect.arrayContaining(['Domains']));
    },
  );
});

test('a brand without a loyalty program has no Loyalty menu', async ({
  page,
  vendor: _vendor,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await patron.withConsoleConfig(
    (config) => {
      delete config.loyalty;
      delete config.inbox;
    },
    async () => {
      await page.goto(OVERVIEW);
      await expect(page.getByText('Account health')).toBeVisible();
      await expect(page.getByText('Active members')).toHaveCount(0);
      const names = await links(page).allTextContents();
      expect(names.filter((name) => /Members|Activities|Webhooks/.test(name))).toEqual([]);
      await page.goto(`/teams/${TEAM}/members`);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    },
  );
});

test('a brand with a loyalty program only has no Advocacy menu', async ({
  page,
  vendor: _vendor,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await patron.withConsoleConfig(
    (config) => {
      config.advocacy.scopes = ['identity'];
    },
    async () => {
      await page.goto(OVERVIEW);
      await expect(page.getByText('Active members')).toBeVisible();
      await expect(page.getByText('Account health')).toHaveCount(0);
      await expect(page.getByText(/accounts|domains/i)).toHaveCount(0);
      const names = await links(page).allTextContents();
      expect(names.filter((name) => /Accounts|Boards|Domains|templates/.test(name))).toEqual([]);
    },
  );
});

test('the accounts that can be connected are the configured ones', async ({
  page,
  vendor: _vendor,
}) => {
  await page.goto(`/teams/${TEAM}/accounts`);
  await page.getByRole('button', { name: 'Connect account' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Mastodon')).toBeVisible();
  await expect(sheet.getByText('RSS feed')).toBeVisible();
  await expect(sheet.getByText('SFTP')).toHaveCount(0);
});

test('an address with an id with dots can be reloaded', async ({ page, vendor }) => {
  await vendor.set({ ids: 'dots' });
  for (const [address, id] of [
    ['accounts', 'acc.1.v2'],
    ['boards', 'board.1.v2'],
    ['email-templates', 'mail.1.v2'],
    ['activities', 'hover.1.v2'],
  ]) {
    await page.goto(`/teams/${TEAM}/${address}/${id}`);
    await expect(page.getByText(String(id), { exact: true }).first()).toBeVisible();
  }
});
