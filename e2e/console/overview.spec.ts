import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { pressByTab } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { deliver, enterCampaign, envelope } from '../support/webhooks.ts';

const OVERVIEW = '/teams/1/overview';

/** Reads the number below a label. */
async function figure(page: Page, label: string): Promise<number> {
  const value = page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
  await expect(value).toHaveText(/\d/);
  return Number((await value.textContent())?.replaceAll(',', ''));
}

test.describe('overview', () => {
  test('figures and charts match the lists they link to', async ({ page }) => {
    await signIn(page, OVERVIEW);
    const active = await figure(page, 'Active members');
    const thisMonth = await figure(page, 'Enrolled this month');
    await expect(
      page.getByRole('link', { name: String(thisMonth), exact: true }).first(),
    ).toHaveAttribute('href', /members\?enrolled_from=/);
    await expect(
      page.getByText(/([\d,]+ (more|fewer) than|same as) yesterday at this time/),
    ).toBeVisible();
    const chart = page.getByRole('img', { name: /^Enrollments by month/ });
    await expect(chart).toHaveAccessibleName(new RegExp(`to ${thisMonth} in \\w{3} \\d{4}$`));
    const expiring = page.getByRole('region', { name: /accounts .*expire/ });
    await expect(expiring).toContainText(/@northwind|myshopify/);
    await expect(expiring).toContainText(/boards? will stop getting new posts/);
    const health = page.getByRole('region', { name: 'Account health' });
    await expect(health).toContainText(/Expiring soon \d+/);
    await expect(health.getByRole('link', { name: 'OK' })).toHaveAttribute('href', /\?show=ok$/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await pressByTab(page, page.getByRole('button', { name: 'Table' }));
    const months = page.getByRole('table', { name: 'Enrollments by month' });
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
    await expect(
      page.getByText(new RegExp(` of ${active.toLocaleString('en-US')}$`)),
    ).toBeVisible();
  });

  test('a failed refresh keeps the figures until the connection is restored', async ({
    page,
    patron,
  }) => {
    test.skip(!IS_FULL_RUN);
    await page.clock.install();
    await signIn(page, OVERVIEW);
    const active = await figure(page, 'Active members');
    await expect(page.getByRole('img', { name: /^Enrollments by month/ })).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await patron.kill();
    // Until then the data counts as fresh.
    await page.clock.fastForward('00:20');
    await navigation.getByRole('link', { name: 'Overview' }).click();
    const lost = page.getByText('Connection lost.');
    await expect(lost).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await figure(page, 'Active members')).toBe(active);
    await expectAccessible(page);
    await patron.restart();
    await expect(lost).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
  });

  test("counts today's events and lists the latest", async ({ page, request, patron }) => {
    await signIn(page, OVERVIEW);
    const before = await figure(page, 'Events today');
    await enterCampaign(request, patron.url, 'Seen on the overview', 'M-000011', 'M-000012');
    // Without a reload: the overview is live.
    await expect(async () => {
      expect(await figure(page, 'Events today')).toBe(before + 2);
    }).toPass({ timeout: 30_000 });
    const latest = page.getByRole('table', { name: 'Latest events' });
    await expect(latest.getByText('Seen on the overview')).toHaveCount(2);
    const eventsToday = page.locator('dt', { hasText: 'Events today' });
    await eventsToday.locator('xpath=following-sibling::dd').getByRole('link').click();
    await expect(page.getByText(new RegExp(` of ${before + 2}$`))).toBeVisible();
    await page.goBack();
    await latest.getByRole('link', { name: 'Campaign entered' }).first().click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'entered Seen on the overview' }),
    ).toBeVisible();
  });

  test('leads to the webhook events that failed, and to the requests that were rejected', async ({
    page,
    request,
    patron,
  }) => {
    const broken = {
      id: 'OVERVIEW-1',
      event_type: 'event_campaign_entered',
      data: { member_info: 7 },
    };
    expect(await deliver(request, patron.url, envelope(broken))).toBe(200);
    expect(await deliver(request, patron.url, envelope(), { signature: 'forged' })).toBe(401);
    await signIn(page, OVERVIEW);
    const rejected = page.getByRole('region', {
      name: /^\d+ webhook requests? .* in the last day$/,
    });
    await expect(rejected.getByRole('link', { name: 'View requests' })).toBeVisible();
    // It is processed after the response.
    const failed = page.getByRole('region', {
      name: /^\d+ webhook events? failed in the last day$/,
    });
    await expect(failed).toBeVisible({ timeout: 30_000 });
    const count = /^\d+/.exec((await failed.textContent()) ?? '')?.[0];
    await failed.getByRole('link', { name: 'View events' }).click();
    await expect(page).toHaveURL(/webhooks\?state=failed&since=[^&]+&test=false$/);
    await expect(page.getByRole('button', { name: 'Tests Hidden' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${count}$`))).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Webhooks' }).getByRole('link').first(),
    ).toBeVisible();
  });

  test('leads to the accounts that need attention, and a new team to its first steps', async ({
    page,
    patron,
  }) => {
    test.skip(!IS_FULL_RUN);
    await patron.runAdmin(
      ['teams', 'create', 'Just started'],
      ['roles', 'grant', ADMIN.email, '--team', '3', '--role', 'Administrator'],
    );
    await signIn(page, OVERVIEW);
    const expiring = page.getByRole('region', { name: /accounts .*expire/ });
    const count = /^\d+/.exec((await expiring.getAttribute('aria-label')) ?? '')?.[0];
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByText(`${count} need attention`)).toBeVisible();
    await expiring.getByRole('link', { name: 'Reauthorize' }).click();
    await expect(page.getByRole('button', { name: `Needs attention ${count}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Reauthorize all' })).toBeVisible();

    await page.goto('/teams/3/overview');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps.getByRole('link', { name: 'Connect an account' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('each panel names the scope that is missing', async ({ page }) => {
    await signIn(page, OVERVIEW, { scopes: ['identity'] });
    for (const scope of ['accounts:read', 'domains:read', 'teams:read', 'webhooks:read']) {
      await expect(page.getByText(`Requires the ${scope} scope`).first()).toBeVisible();
    }
    await expectAccessible(page);
  });
});
