import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { deliver, enterCampaign, envelope } from '../support/webhooks.ts';

const WEBHOOKS = '/teams/1/webhooks';

test.describe('the page of an event', () => {
  test('an outdated event links to the newest event of its member', async ({
    page,
    request,
    patron,
  }) => {
    await createMember(request, patron.url, { member_id: 'FACTS-1', first_name: 'Nora' });
    await enterCampaign(request, patron.url, 'First facts', 'FACTS-1');
    await signIn(page, `${WEBHOOKS}?member_id=FACTS-1`);
    const row = page
      .getByRole('table', { name: 'Webhooks' })
      .getByRole('row')
      .filter({ hasText: 'First facts' });
    await expect(row).toContainText('Processed');
    await row.getByRole('link', { name: 'Campaign entered' }).click();
    await expect(page.getByText('This is the latest event for this member.')).toBeVisible();

    await enterCampaign(request, patron.url, 'Newer facts', 'FACTS-1');
    await expect(async () => {
      await page.reload();
      const newest = page.getByRole('link', { name: 'A newer event' });
      await newest.click({ timeout: 2_000 });
    }).toPass();
    const campaign = page.getByRole('region', { name: 'Campaign' });
    await expect(campaign).toContainText('Newer facts');
    await expect(page.getByText('This is the latest event for this member.')).toBeVisible();
  });

  test('a tier upgrade says which tier, and what has changed for the member since', async ({
    page,
    request,
    patron,
  }) => {
    await createMember(request, patron.url, { member_id: 'SINCE-1', first_name: 'Ida' });
    const member_info = {
      member_id: 'SINCE-1',
      first_name: 'Ada',
      member_status: 'active',
      tier_info: { loyalty_tier_name: 'Silver', qualified_points: 1330 },
    };
    const event_type = 'event_member_tierupgrade';
    const event = { id: 'E2E-since', event_type, data: { member_info } };
    expect(await deliver(request, patron.url, envelope(event))).toBe(200);
    await signIn(page, `${WEBHOOKS}/events/E2E-since`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada reached Silver');
    const tier = page.getByRole('region', { name: 'Tier', exact: true });
    await expect(tier).toContainText('Silver1,330 qualified points');
    const member = page.getByRole('region', { name: 'Member at the time' });
    await expect(member.getByText('now Ida')).toBeVisible();
    await expect(member.getByText('Member status')).toBeHidden();
    await member.getByText('All values at the time').click();
    await expect(member.getByText('Member status')).toBeVisible();
    await expectAccessible(page);
  });

  test('an event about someone who is not a member says so instead of linking', async ({
    page,
    request,
    patron,
  }) => {
    const event = {
      id: 'E2E-ghost',
      event_type: 'event_member_tierupgrade',
      data: { member_info: { member_id: 'GHOST-1', first_name: 'Casper' } },
    };
    expect(await deliver(request, patron.url, envelope(event))).toBe(200);
    await signIn(page, `${WEBHOOKS}/events/E2E-ghost`);
    const member = page.getByRole('region', { name: 'Member', exact: true });
    await expect(member).toContainText('Casper is not a member of this program.');
    await expect(member.getByRole('link', { name: 'Casper' })).toHaveCount(0);
  });
});
