import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { pressByTab } from './support/keyboard.ts';
import { expectNoSidewaysScroll } from './support/overflow.ts';
import { type PatronServer, startPatronServer } from './support/patron-server.ts';
import { signIn } from './support/sign-in.ts';
import { enterCampaign } from './support/webhooks.ts';

const OVERVIEW = '/teams/1/overview';

/** The figure under a label, as a number. */
async function figure(page: Page, label: string): Promise<number> {
  const value = page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');
  await expect(value).toHaveText(/\d/);
  return Number((await value.textContent())?.replaceAll(',', ''));
}

test('figures and pictures say what the lists say', async ({ page }) => {
  await signIn(page, undefined, OVERVIEW);
  const active = await figure(page, 'Active members');
  const thisMonth = await figure(page, 'Enrolled this month');
  const chart = page.getByRole('img', { name: /^Enrolments by month/ });
  await expect(chart).toHaveAccessibleName(new RegExp(`to ${thisMonth} in \\w{3} \\d{4}$`));
  await expect(page.getByRole('region', { name: /accounts stop working/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await pressByTab(page, page.getByRole('button', { name: 'As a table' }));
  const months = page.getByRole('table', { name: 'Enrolments by month' });
  await expect(months.getByRole('row')).toHaveCount(13);
  await expect(months.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(
    String(thisMonth),
  );
  await expectAccessible(page);

  const statuses = page.getByRole('table', { name: 'Members by status' });
  const blocked = await statuses.getByRole('row', { name: /^Blocked/ }).textContent();
  await statuses.getByRole('link', { name: 'Blocked' }).click();
  await expect(page).toHaveURL('/teams/1/members?status=blocked');
  const total = await page.getByText(/^1–\d+ of \d+$/).textContent();
  expect(blocked).toContain(total?.split(' of ')[1] ?? 'no total');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText(new RegExp(` of ${active.toLocaleString('en-US')}$`))).toBeVisible();
});

test('what came in today is counted, and the latest of it shown', async ({
  page,
  request,
  patron,
}) => {
  await signIn(page, undefined, OVERVIEW);
  const before = await figure(page, 'Events today');
  await enterCampaign(request, patron.url, 'Seen on the overview', 'M-000011', 'M-000012');
  await expect(async () => {
    await page.reload();
    expect(await figure(page, 'Events today')).toBe(before + 2);
  }).toPass();
  const latest = page.getByRole('table', { name: 'Latest events' });
  await expect(latest.getByText('Seen on the overview')).toHaveCount(2);
  await latest.getByRole('link', { name: 'Campaign entered' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign entered' })).toBeVisible();
});

test.describe('panels that fail', () => {
  let patron: PatronServer;
  test.beforeAll(async () => {
    // Its own: what is broken here must not break the tests of others.
    patron = await startPatronServer();
    await patron.administer(['api-keys', 'revoke', '1', '--program', 'patron-demo', '--yes']);
  });
  test.afterAll(() => patron.remove());

  test('leave the others alone', async ({ page }) => {
    await signIn(page, undefined, `${patron.url}${OVERVIEW}`);
    const failed = page.getByRole('region', { name: 'Enrolments by month' }).getByRole('alert');
    await expect(failed).toContainText("Enrolments couldn't be counted");
    await expect(failed).toContainText("The loyalty program can't be used");
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Members by status' }).getByRole('alert'),
    ).toContainText("Members couldn't be counted");
    await figure(page, 'Events today');
    await expect(page.getByRole('region', { name: /accounts stop working/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Latest events' })).toContainText('Processed');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('say which scope is missing', async ({ page }) => {
    // Another deployment: its console is told to ask for less.
    await patron.withConsoleConfig(
      (config) => {
        config.advocacy.scopes = ['identity'];
      },
      async () => {
        await signIn(page, undefined, `${patron.url}${OVERVIEW}`);
        for (const scope of ['accounts:read', 'domains:read', 'teams:read', 'webhooks:read']) {
          await expect(page.getByText(`Your session has no ${scope} scope`).first()).toBeVisible();
        }
        await expectAccessible(page);
      },
    );
  });

  test('a team without a program is no failure', async ({ page }) => {
    await patron.administer(['connections', 'delete', '1', '--yes']);
    await signIn(page, undefined, `${patron.url}${OVERVIEW}`);
    await expect(page.getByText('This team has no loyalty program.').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
