import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { enterCampaign } from '../support/webhooks.ts';

test.skip(!IS_FULL_RUN);

test.describe('inbox failures', () => {
  test('a lost connection is restored and missed events appear', async ({
    page,
    request,
    patron,
  }) => {
    await enterCampaign(request, patron.url, 'Before the cut', 'M-000001');
    await signIn(page, '/teams/1/webhooks');
    await expect(statusMessage(page, /^Live$/)).toBeVisible();
    await expect(page.getByText('Before the cut')).toBeVisible();
    await patron.kill();
    await expect(statusMessage(page, 'Reconnecting')).toBeVisible();
    await expect(page.getByText('Before the cut')).toBeVisible();

    await expect(page.getByText('Connection lost.')).toBeVisible();
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await patron.restart();
    await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText('Accepted');
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await enterCampaign(request, patron.url, 'After the cut', 'M-000002');
    await expect(page.getByText('After the cut')).toBeVisible();
    await expect(statusMessage(page, /^Live$/)).toBeVisible();
  });

  test('the page names the scope that is missing', async ({ page }) => {
    await signIn(page, '/teams/1/webhooks', { scopes: ['identity', 'teams:read'] });
    await expect(page.getByText('Requires the webhooks:read scope')).toBeVisible();
    await expectAccessible(page);
  });

  test('a deployment without an inbox has no webhooks page or panel', async ({ page, patron }) => {
    // A deployment without an inbox.
    await patron.withConsoleConfig(
      (config) => {
        delete config.inbox;
      },
      async () => {
        await signIn(page, '/teams/1/webhooks');
        await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
        const navigation = page.getByRole('navigation', { name: 'Main' });
        await expect(navigation.getByRole('link', { name: 'Members' })).toBeVisible();
        await expect(navigation.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
        await page.goto('/teams/1/overview');
        await expect(page.getByText('Active members')).toBeVisible();
        await expect(page.getByText('Latest events')).toHaveCount(0);
      },
    );
  });

  test('an empty inbox explains what it is for and where to deliver events', async ({
    page,
    patron,
  }) => {
    await signIn(page, '/teams/2/webhooks');
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
    await expect(page.getByText(`${patron.url}/gateway/teams/2/webhooks/loyalty`)).toBeVisible();
    await expect(page.getByText('HMAC-SHA512')).toBeVisible();
    await expectAccessible(page);
  });
});
