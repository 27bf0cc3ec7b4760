import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { createMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';
import { enterCampaign } from '../support/webhooks.ts';

const WEBHOOKS = '/teams/1/webhooks';

const rows = (page: Page, text: string | RegExp) =>
  page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: text });

test.describe('inbox lists', () => {
  test('a batch of events is one row that opens, and the days count requests', async ({
    page,
    request,
    patron,
  }) => {
    const members = ['M-000021', 'M-000022', 'M-000023', 'M-000024'];
    await enterCampaign(request, patron.url, 'A whole batch', ...members);
    await signIn(page, '/teams/1/webhooks?q=A whole batch');
    const rows = page.getByRole('table', { name: 'Webhooks' }).getByRole('row');
    const batch = rows.filter({ hasText: '4 × Campaign entered' });
    await expect(batch).toContainText('A whole batch');
    await expect(rows).toHaveCount(2);
    await batch.getByRole('button', { name: 'Show 4 events' }).click();
    await expect(rows).toHaveCount(6);
    await expectAccessible(page);
    await batch.getByRole('button', { name: 'Hide 4 events' }).click();
    await expect(rows).toHaveCount(2);

    const days = page.getByRole('region', { name: 'The last 14 days' });
    await expect(days).toContainText(/Last 14 days: \d+ requests? accepted, \d+ rejected/);
    await days
      .getByRole('link', { name: /[1-9]\d* accepted/ })
      .last()
      .click();
    await expect(page).toHaveURL(/list=requests&since=/);
    await expect(rows.nth(1)).toBeVisible();

    const rejected = days.getByRole('link', { name: /^\d+ rejected$/ });
    const count = (await rejected.textContent())?.split(' ', 1)[0];
    await rejected.click();
    await expect(page).toHaveURL(/list=requests&verdict=rejected&since=/);
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${count}$`))).toBeVisible();
  });

  test('on a phone a batch opens, and its members are linked', async ({
    page,
    request,
    patron,
  }) => {
    await page.setViewportSize(PHONE);
    const members = ['M-000025', 'M-000026', 'M-000027', 'M-000028'];
    await enterCampaign(request, patron.url, 'On a phone', ...members);
    await signIn(page, '/teams/1/webhooks?q=On a phone');
    await page.getByRole('button', { name: 'Show 4 events' }).click();
    const events = rows(page, /^Campaign entered/);
    await expect(events).toHaveCount(4);
    await events.first().getByRole('link').last().click();
    await expect(page).toHaveURL(/\/members\/M-00002[5-8]/);
  });

  test('events can be filtered by member, state and time', async ({ page, request, patron }) => {
    await createMember(request, patron.url, { member_id: 'FILTER-1' });
    await enterCampaign(request, patron.url, 'Filtered', 'FILTER-1');
    await signIn(page, WEBHOOKS);
    await (await openFilter(page, 'Member')).getByRole('textbox').fill('FILTER-1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(`${WEBHOOKS}?member_id=FILTER-1`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();

    await (await openFilter(page, 'Received')).getByRole('button', { name: 'Last hour' }).click();
    await expect(page.getByRole('button', { name: /^Received since/ })).toBeVisible();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    // The number of the old filter would be wrong for the new one.
    const header = page.getByRole('main').locator('header').first();
    await expect(header).toContainText(/Webhooks1 in total/);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/webhook-events?*state=failed*', async (route) => {
      await released;
      await route.continue();
    });
    await (await openFilter(page, 'Status')).getByText('Failed').click();
    await expect(page.getByRole('button', { name: 'Status Failed' })).toBeVisible();
    await expect(header).not.toContainText('in total');
    release();
    await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
    await expect(
      page.getByText(/^Member is FILTER-1 · Status is Failed · Received since/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL(WEBHOOKS);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
  });

  test('requests can be filtered by the member of their events', async ({
    page,
    request,
    patron,
  }) => {
    await createMember(request, patron.url, { member_id: 'ABOUT-1' });
    await enterCampaign(request, patron.url, 'About a member', 'ABOUT-1');
    await signIn(page, `${WEBHOOKS}?member_id=ABOUT-1`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await expect(page).toHaveURL(`${WEBHOOKS}?list=requests&member_id=ABOUT-1`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await expect(rows(page, 'Accepted')).toContainText('Campaign entered');

    await page.getByRole('button', { name: 'Member ABOUT-1' }).click();
    const member = page.getByRole('textbox', { name: 'Member ID' });
    await expect(member).toHaveAccessibleDescription(/Rejected requests have no member/);
    await expectAccessible(page);
    await member.fill('ABOUT-NOBODY');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No requests match' })).toBeVisible();
    await expect(page.getByText('Member is ABOUT-NOBODY')).toBeVisible();
  });
});
