import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { signIn } from '../support/sign-in.ts';

test.skip(!IS_FULL_RUN);

let patron: PatronServer;
test.beforeAll(async () => {
  // A separate server, because these tests break it for others.
  patron = await startPatronServer();
  await patron.runAdmin(['api-keys', 'revoke', '1', '--program', 'patron-demo', '--yes']);
});
test.afterAll(() => patron.remove());

const PAGES = [
  ['members', "Couldn't load members"],
  ['members/M-000004', "Couldn't load the member"],
  ['activities', "Couldn't load activities"],
  ['activities/purchase', "Couldn't load the activity"],
] as const;

test.describe('loyalty failures', () => {
  test('a revoked API key is reported as a configuration error', async ({ page }) => {
    await signIn(page, `${patron.url}/teams/1/boards`);
    for (const [address, title] of PAGES) {
      await page.goto(`${patron.url}/teams/1/${address}`);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(title);
      await expect(alert).toContainText("The loyalty service rejected this team's keys");
      await expect(alert).toContainText('Ask your Patron administrator');
      await expect(alert).toContainText(/Request [\da-f-]{36}/);
      await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    }
    await expectAccessible(page);
  });

  test('failed panels of the overview do not affect the others', async ({ page }) => {
    await signIn(page, `${patron.url}/teams/1/overview`);
    const panel = (name: string | RegExp) => page.getByRole('region', { name });
    const failed = panel('Enrollments by month').getByRole('alert');
    await expect(failed).toContainText("Couldn't load enrollments");
    await expect(failed).toContainText("The loyalty service rejected this team's keys");
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(panel('Members by status').getByRole('alert')).toContainText(
      "Couldn't load members",
    );
    const eventsToday = page.locator('dt', { hasText: 'Events today' });
    await expect(eventsToday.locator('xpath=following-sibling::dd[1]')).toHaveText(/\d/);
    await expect(panel(/accounts .*expire/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Latest events' })).toContainText('Processed');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('pages that were open when the key was revoked keep their data and report the error', async ({
    page,
  }) => {
    await signIn(page, `${patron.url}/teams/2/members`);
    await expect(page.getByText(/^1–100 of/)).toBeVisible();
    const links = page.getByRole('table').getByRole('link');
    // The rows below the first screen are rendered over the next frames.
    await expect(links).toHaveCount(100);
    const lastOfPage = await page.context().newPage();
    await lastOfPage.goto(`${patron.url}${await links.last().getAttribute('href')}`);
    const next = lastOfPage.getByRole('button', { name: 'Next member (J)' });
    await expect(next).toBeEnabled();
    await patron.runAdmin(['api-keys', 'revoke', '2', '--program', 'patron-demo-2', '--yes']);

    await test.step('the next member, of a page that is not loaded, stays closed', async () => {
      await next.click();
      await expect(
        lastOfPage.getByRole('alert').filter({ hasText: "Couldn't open the next member" }),
      ).toBeVisible();
    });
    await test.step('a member shows the data of the list, marked as outdated', async () => {
      await links.first().click();
      await expect(page.getByText("Couldn't refresh this page")).toBeVisible();
      await expect(page.getByRole('region', { name: 'Points', exact: true })).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Can earn now' }).getByRole('alert'),
      ).toBeVisible();
    });
  });

  test('a team without a program sees an empty state, not an error', async ({ page }) => {
    await patron.runAdmin(['connections', 'delete', '1', '--yes']);
    await signIn(page, `${patron.url}/teams/1/members`);
    const title = page.getByRole('heading', { name: 'This team has no loyalty program' });
    await expect(title).toBeVisible();
    await page.goto(`${patron.url}/teams/1/activities`);
    await expect(title).toBeVisible();
    await expectAccessible(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/loyalty/members?')) asked.push(request.url());
    });
    await page.goto(`${patron.url}/teams/1/overview`);
    // Once, in place of all figures and charts.
    await expect(title).toHaveCount(1);
    await expect(page.getByText('Active members')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // Before the page is rendered, and by the page: not by each panel.
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test('each page names the scope that is missing', async ({ page }) => {
    await signIn(page, `${patron.url}/teams/1/boards`, { scopes: ['identity', 'boards:read'] });
    for (const [address] of PAGES) {
      await page.goto(`${patron.url}/teams/1/${address}`);
      await expect(page.getByText('Requires the teams:read scope')).toBeVisible();
    }
  });
});
